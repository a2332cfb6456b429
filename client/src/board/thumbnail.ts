/** A still picture of a board as one SVG, from the same shapes as the board itself. */

import { parseCell, splitRow } from './cells'
import { UNIT } from './frame'
import { ensureSprite, groundMarkup, pieceMarkup } from './pieces'
import { frameContent, viewBox } from './stage'

export function thumbnail(rows: readonly string[], page: Document = document): string {
  ensureSprite(page)
  const cells = rows.flatMap((row, y) =>
    splitRow(row).flatMap((text, x) => {
      const cell = parseCell(text)
      if (cell.hole || (!cell.piece && !cell.grass)) return []
      const content = groundMarkup(cell.grass) + pieceMarkup(cell)
      return `<svg x="${x * UNIT}" y="${y * UNIT}" width="${UNIT}" height="${UNIT}" viewBox="0 0 100 100">${content}</svg>`
    }),
  )
  return (
    `<svg class="tw-thumbnail" viewBox="${viewBox(rows)}" aria-hidden="true" focusable="false">` +
    `${frameContent(rows)}${cells.join('')}</svg>`
  )
}
