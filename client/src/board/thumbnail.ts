/** A still picture of a board as one SVG, from the same shapes as the board itself. */

import { COLOURS, type Place, parseCell, splitRow } from './cells'
import { UNIT } from './frame'
import { ensureSprite, frostMarkup, groundCount, groundMarkup, pieceMarkup } from './pieces'
import { frameContent, viewBox } from './stage'

export function thumbnail(rows: readonly string[], page: Document = document): string {
  ensureSprite(page)
  const cells = rows.flatMap((row, y) =>
    splitRow(row).flatMap((text, x) => {
      const cell = parseCell(text)
      if (cell.hole || (!cell.piece && !cell.grass)) return []
      const content =
        groundMarkup(cell.grass) +
        (cell.piece?.kind === 'unknown' ? guess(cell.ice, { x, y }) : pieceMarkup(cell)) +
        groundCount(cell.grass)
      return `<svg x="${x * UNIT}" y="${y * UNIT}" width="${UNIT}" height="${UNIT}" viewBox="0 0 100 100">${content}</svg>`
    }),
  )
  return (
    `<svg class="tw-thumbnail" viewBox="${viewBox(rows)}" aria-hidden="true" focusable="false">` +
    `${frameContent(rows)}${cells.join('')}</svg>`
  )
}

/** A cell that is drawn when the level starts: some piece or other, faintly. */
function guess(ice: number, { x, y }: Place): string {
  const colour = COLOURS[(x * 2 + y * 3 + x * y) % 5] ?? 'r'
  const piece = pieceMarkup({ hole: false, piece: { kind: 'normal', colour }, ice: 0, grass: 0 })
  return `<g opacity=".4">${piece}</g>${frostMarkup(ice)}`
}
