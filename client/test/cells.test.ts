import { describe, expect, it } from 'vitest'
import { joinCell, parseCell, placeOf, splitCell, squareOf, squaresOf } from '../src/board/cells'
import { floorOf, outline } from '../src/board/frame'
import { pieceMarkup } from '../src/board/pieces'

describe('the text of a cell', () => {
  it('is taken apart into piece, ice and grass', () => {
    expect(parseCell("r'',")).toEqual({
      hole: false,
      piece: { kind: 'normal', colour: 'r' },
      ice: 2,
      grass: 1,
    })
    expect(parseCell('[2],')).toEqual({ hole: false, piece: { kind: 'box', hits: 2 }, ice: 0, grass: 1 })
    expect(parseCell('.,,')).toEqual({ hole: false, piece: null, ice: 0, grass: 2 })
    expect(parseCell('#')).toEqual({ hole: true, piece: null, ice: 0, grass: 0 })
    expect(parseCell('@')).toMatchObject({ piece: { kind: 'artifact' } })
    expect(parseCell("?',")).toMatchObject({ piece: { kind: 'unknown' }, ice: 1, grass: 1 })
  })

  it('tells plain specials from coloured ones', () => {
    expect(parseCell('*').piece).toEqual({ kind: 'special', special: '*', colour: null })
    expect(parseCell("p|'").piece).toEqual({ kind: 'special', special: '|', colour: 'p' })
    expect(parseCell('-').piece).toEqual({ kind: 'special', special: '-', colour: null })
  })

  it.each(['x', 'rr', '-r', '[x]', 'r-*', '##', "r,'"])('refuses %j', (text) => {
    expect(() => parseCell(text)).toThrow(/is not the text of a cell/)
  })

  it('splits into piece and ground and joins again', () => {
    for (const text of ["r'',", '.,', '[9]', '#', '@,,,']) {
      const { piece, grass } = splitCell(text)
      expect(joinCell(piece, grass)).toBe(text)
    }
  })
})

describe('squares and moves', () => {
  it('read and write', () => {
    expect(placeOf('c4')).toEqual({ x: 2, y: 3 })
    expect(squareOf({ x: 15, y: 15 })).toBe('p16')
    expect(squaresOf('c3-c4')).toEqual(['c3', 'c4'])
    expect(squaresOf('p16!')).toEqual(['p16'])
    expect(() => placeOf('4c')).toThrow(/is not a square/)
  })
})

describe('the outline of a board', () => {
  it('is one loop for a full board and two where there is a hole in it', () => {
    const loops = (rows: string[]) => outline(floorOf(rows)).match(/M/g)?.length
    expect(loops(['r r r', 'r r r', 'r r r'])).toBe(1)
    expect(loops(['r r r', 'r # r', 'r r r'])).toBe(2)
    expect(loops(['r # r', '# # #', 'r # r'])).toBe(4)
  })

  it('keeps cells that touch at a corner apart', () => {
    expect(outline(floorOf(['r #', '# r'])).match(/M/g)?.length).toBe(2)
  })

  it('rounds every corner', () => {
    expect(outline(floorOf(['r #', 'r r'])).match(/Q/g)?.length).toBe(6)
  })
})

describe('the drawing of a cell', () => {
  const drawing = (text: string) => pieceMarkup(parseCell(text))

  it('differs for every number of layers and of hits', () => {
    const frozen = Array.from({ length: 10 }, (_, n) => drawing(`r${"'".repeat(n)}`))
    const boxes = Array.from({ length: 9 }, (_, n) => drawing(`[${n + 1}]`))
    expect(new Set(frozen).size).toBe(10)
    expect(new Set(boxes).size).toBe(9)
  })

  it('differs for every piece', () => {
    const pieces = ['r', 'b', 'g', 'y', 'p', 'o', '-', '|', '*', '%', '@', '?', 'r-', 'r|', 'r*', 'b-']
    expect(new Set(pieces.map(drawing)).size).toBe(pieces.length)
  })
})
