/** The paint law in its plainest form, to hold the player against: the rows after events, from nothing else. */

import { joinCell, placeOf, splitCell, splitRow } from '../src/board/cells'
import { wavesOf } from '../src/board/player'
import type { Event } from '../src/protocol'

export function paint(rows: readonly string[], events: readonly Event[]): string[] {
  const cells = rows.map(splitRow)
  const read = (square: string) => {
    const { x, y } = placeOf(square)
    return splitCell(cells[y]?.[x] ?? '#')
  }
  const write = (square: string, piece: string) => {
    const { x, y } = placeOf(square)
    const row = cells[y]
    if (row) row[x] = joinCell(piece, read(square).grass)
  }
  for (const wave of wavesOf(events)) {
    const slides = wave.filter((event) => event.kind === 'slide')
    const lifted = slides.map(({ from }) => read(from).piece)
    for (const { from } of slides) write(from, '.')
    slides.forEach(({ to }, i) => {
      write(to, lifted[i] ?? '.')
    })
    for (const event of wave) {
      if (event.kind === 'spawn') write(event.at, event.token)
      else if (event.kind === 'clear') write(event.at, '.')
      else if (event.kind === 'change') {
        const { x, y } = placeOf(event.at)
        const row = cells[y]
        if (row) row[x] = event.token
      }
    }
  }
  return cells.map((row) => row.join(' '))
}
