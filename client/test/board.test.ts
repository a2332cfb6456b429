import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Board } from '../src/board/board'

const ROWS = ["r g b'", '* # r', 'b [2] g']
let host: HTMLElement
let board: Board
let moves: [string, boolean][]

beforeEach(() => {
  document.body.innerHTML = '<div id="host"></div>'
  host = document.getElementById('host') as HTMLElement
  moves = []
  board = new Board(host, { onMove: (move, legal) => moves.push([move, legal]) })
  board.show(ROWS)
  board.setLegal(['a1-b1', 'b1-a1', 'a1-a2', 'a2!'])
})

const cell = (square: string) => host.querySelector<HTMLElement>(`[data-square=${square}]`) as HTMLElement
const press = (key: string, more: KeyboardEventInit = {}) =>
  cell(board.grid.cursor).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  )
const point = (type: string, square: string, x = 0, y = 0) =>
  cell(square).dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      isPrimary: true,
      pointerId: 1,
      button: 0,
      clientX: x,
      clientY: y,
    }),
  )
const click = (square: string) => {
  point('pointerdown', square)
  point('pointerup', square)
}

describe('the grid', () => {
  it('names every cell and has one place in the order of focus', () => {
    expect(cell('c1').getAttribute('aria-label')).toBe('sapphire, c1, frozen one layer')
    expect(cell('b2').getAttribute('aria-label')).toBe('hole, b2')
    expect(host.querySelectorAll('[tabindex="0"]').length).toBe(1)
    expect(host.querySelector('[role=grid]')?.getAttribute('aria-label')).toBe('Board, 3 columns and 3 rows')
  })

  it('lets arrows walk, over holes, and Home and End jump', () => {
    press('ArrowDown')
    expect(board.grid.cursor).toBe('a2')
    press('ArrowRight')
    expect(board.grid.cursor).toBe('c2')
    press('Home')
    expect(board.grid.cursor).toBe('a2')
    press('End', { ctrlKey: true })
    expect(board.grid.cursor).toBe('c3')
    press('ArrowDown')
    expect(board.grid.cursor).toBe('c3')
  })
})

describe('the keyboard', () => {
  it('picks with Space, marks what the server allows, and swaps with an arrow', () => {
    press(' ')
    expect(cell('a1').getAttribute('aria-selected')).toBe('true')
    expect(cell('b1').getAttribute('aria-label')).toContain('can be swapped')
    expect(cell('c1').classList.contains('is-target')).toBe(false)
    press('ArrowRight')
    expect(moves).toEqual([['a1-b1', true]])
    expect(cell('a1').getAttribute('aria-selected')).toBe('false')
  })

  it('sets off with Space twice or Enter, where it is legal', () => {
    press('ArrowDown')
    press(' ')
    press(' ')
    press('Enter')
    expect(moves).toEqual([
      ['a2!', true],
      ['a2!', true],
    ])
  })

  it('lets go with Escape, and with Space where nothing can be set off', () => {
    press(' ')
    press('Escape')
    press(' ')
    press(' ')
    expect(moves).toEqual([])
    expect(host.querySelector('.is-picked')).toBe(null)
  })
})

describe('the pointer', () => {
  it('picks with one click and swaps with another', () => {
    click('a1')
    click('b1')
    expect(moves).toEqual([['a1-b1', true]])
  })

  it('picks anew when the second click is far away', () => {
    click('a1')
    click('c3')
    expect(moves).toEqual([])
    expect(cell('c3').classList.contains('is-picked')).toBe(true)
  })

  it('sets a special off with two clicks', () => {
    click('a2')
    click('a2')
    expect(moves).toEqual([['a2!', true]])
  })

  it('drags onto a neighbour', () => {
    vi.spyOn(cell('a1'), 'clientWidth', 'get').mockReturnValue(50)
    point('pointerdown', 'a1', 10, 10)
    point('pointermove', 'a1', 50, 14)
    expect(board.stage.piece('a1')?.style.translate).toMatch(/^80%/)
    point('pointerup', 'a1', 50, 14)
    expect(moves).toEqual([['a1-b1', true]])
  })

  it('asks for an illegal move too, so that the server can say why', () => {
    click('c2')
    click('c3')
    expect(moves).toEqual([['c2-c3', false]])
  })

  it('does not drag over a hole', () => {
    vi.spyOn(cell('a2'), 'clientWidth', 'get').mockReturnValue(50)
    point('pointerdown', 'a2', 10, 10)
    point('pointermove', 'a2', 70, 10)
    point('pointerup', 'a2', 70, 10)
    expect(moves).toEqual([])
    expect(board.stage.piece('a2')?.style.translate).toBe('')
  })
})

describe('a hint', () => {
  it('marks its cells until it is taken away', () => {
    board.hint('a1-b1')
    expect(host.querySelectorAll('.is-hint').length).toBe(2)
    board.hint(null)
    expect(host.querySelectorAll('.is-hint').length).toBe(0)
  })
})
