/** The text of a cell, taken apart into what there is to draw. Knows the notation, no rules. */

export const COLOURS = ['r', 'b', 'g', 'y', 'p', 'o'] as const
export type Colour = (typeof COLOURS)[number]

export const SPECIALS = ['-', '|', '*', '%'] as const
export type Special = (typeof SPECIALS)[number]

export type Piece =
  | { kind: 'normal'; colour: Colour }
  | { kind: 'special'; special: Special; colour: Colour | null }
  | { kind: 'artifact' }
  | { kind: 'box'; hits: number }
  | { kind: 'unknown' }

export interface Cell {
  hole: boolean
  piece: Piece | null
  ice: number
  grass: number
}

/** Column and row of a square, counted from 0. */
export interface Place {
  x: number
  y: number
}

export const EMPTY = '.'
export const HOLE = '#'

/** A cell's text as the piece with its marks, and the number of ground marks. */
export function splitCell(text: string): { piece: string; grass: number } {
  const piece = text.replace(/,+$/, '')
  return { piece: piece || EMPTY, grass: text.length - piece.length }
}

export function joinCell(piece: string, grass: number): string {
  return piece + ','.repeat(grass)
}

export function splitRow(row: string): string[] {
  return row.trim().split(/\s+/)
}

/** Raises an error that names the text when it is not a cell. */
export function parseCell(text: string): Cell {
  const { piece, grass } = splitCell(text)
  if (piece === HOLE && grass === 0) return { hole: true, piece: null, ice: 0, grass: 0 }
  const bare = piece.replace(/'+$/, '')
  const ice = piece.length - bare.length
  return { hole: false, piece: bare === EMPTY ? null : parsePiece(bare, text), ice, grass }
}

function parsePiece(bare: string, text: string): Piece {
  const box = /^\[(\d+)\]$/.exec(bare)
  if (box) return { kind: 'box', hits: Number(box[1]) }
  if (bare === '@') return { kind: 'artifact' }
  if (bare === '?') return { kind: 'unknown' }
  const [first = '', second] = bare
  if (bare.length === 1 && isColour(first)) return { kind: 'normal', colour: first }
  if (bare.length === 1 && isSpecial(first)) return { kind: 'special', special: first, colour: null }
  if (bare.length === 2 && isColour(first) && second && isSpecial(second)) {
    return { kind: 'special', special: second, colour: first }
  }
  throw new Error(`“${text}” is not the text of a cell`)
}

function isColour(text: string): text is Colour {
  return (COLOURS as readonly string[]).includes(text)
}

function isSpecial(text: string): text is Special {
  return (SPECIALS as readonly string[]).includes(text)
}

export function squareOf({ x, y }: Place): string {
  return `${String.fromCharCode(97 + x)}${y + 1}`
}

export function placeOf(square: string): Place {
  const match = /^([a-z])(\d{1,2})$/.exec(square)
  if (!match?.[1] || !match[2]) throw new Error(`“${square}” is not a square`)
  return { x: match[1].charCodeAt(0) - 97, y: Number(match[2]) - 1 }
}

/** A move's squares: two for a swap, one for a tap, none for a move that names no square. */
export function squaresOf(move: string): string[] {
  return move.match(/[a-z]\d{1,2}/g) ?? []
}
