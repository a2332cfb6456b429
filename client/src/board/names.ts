/** What a screen reader says: the name of each cell, and a sentence for each move. */

import type { Event, Played } from '../protocol'
import { text } from '../text'
import { type Piece, parseCell, squaresOf } from './cells'

export function pieceName(piece: Piece): string {
  switch (piece.kind) {
    case 'normal':
      return text.cell.colour(piece.colour)
    case 'special': {
      const special = text.cell.special(piece.special)
      return piece.colour ? text.cell.coloured(text.cell.colour(piece.colour), special) : special
    }
    case 'artifact':
      return text.cell.artifact
    case 'box':
      return text.cell.box(piece.hits)
    case 'unknown':
      return text.cell.unknown
  }
}

/** “ruby, c4, frozen one layer, on grass” */
export function cellName(cellText: string, square: string): string {
  const cell = parseCell(cellText)
  if (cell.hole) return `${text.cell.hole}, ${square}`
  const parts = [cell.piece ? pieceName(cell.piece) : text.cell.empty, square]
  if (cell.ice > 0) parts.push(text.cell.frozen(cell.ice))
  if (cell.grass > 0) parts.push(text.cell.grass(cell.grass))
  return parts.join(', ')
}

/** “Swapped c3 with c4: 5 cleared, rocket made, 120 points. 11 moves left.” `met` are the goals just met. */
export function moveSentence(played: Sayable, met: readonly string[] = []): string {
  const { events, points, state } = played
  const parts = [
    ...outcomes(events),
    ...(points > 0 ? [text.move.points(points)] : []),
    ...met.map((key) => text.goal.met(key)),
  ]
  const first = `${moveName(played.move)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`
  return state.moves_left === null ? first : `${first} ${text.move.left(state.moves_left)}`
}

type Sayable = Pick<Played, 'move' | 'events' | 'points' | 'state'>

export function moveName(move: string): string {
  const [from, to] = squaresOf(move)
  if (from && to && move === `${from}-${to}`) return text.move.swapped(from, to)
  if (from && move === `${from}!`) return text.move.tapped(from)
  const [word = ''] = move.split(' ')
  if (text.ability.has(word)) return text.move.used(text.ability.name(word), from)
  return text.move.played(move)
}

function notes(events: readonly Event[], what: string) {
  return events.filter((event) => event.kind === 'note' && event.what === what).map((event) => event as Note)
}

type Note = Extract<Event, { kind: 'note' }>

function outcomes(events: readonly Event[]): string[] {
  const cleared = events.filter((event) => event.kind === 'clear').length
  const made = notes(events, 'crafted').map((note) => specialName(note.token ?? ''))
  const fired = notes(events, 'fired').length
  const collected = notes(events, 'collected').length
  const cascades = notes(events, 'cascade').length
  return [
    ...(cleared > 0 ? [text.move.cleared(cleared)] : []),
    ...(made.length > 0 ? [text.move.made([...made])] : []),
    ...(fired > 0 ? [text.move.fired(fired)] : []),
    ...(collected > 0 ? [text.move.collected(collected)] : []),
    ...(cascades > 0 ? [text.move.cascades(cascades)] : []),
    ...(notes(events, 'reshuffle').length > 0 ? [text.move.reshuffled] : []),
    ...(notes(events, 'bonus').length > 0 ? [text.move.bonus] : []),
  ]
}

function specialName(token: string): string {
  try {
    const { piece } = parseCell(token)
    if (piece) return pieceName(piece)
  } catch {
    // a name of a later version: say it as it is
  }
  return token
}
