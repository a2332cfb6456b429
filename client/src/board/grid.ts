/** The board as a grid of named cells: what a keyboard walks on, a pointer hits and a screen reader reads. */

import { text } from '../text'
import { HOLE, placeOf, splitRow, squareOf } from './cells'
import { cellName } from './names'

export type Mark = 'picked' | 'target' | 'hint' | 'aim'

export class Grid {
  readonly element: HTMLElement
  cursor = 'a1'
  #cells = new Map<string, HTMLElement>()
  #texts = new Map<string, string>()
  #shape = ''

  constructor(page: Document, describedBy?: string) {
    this.element = page.createElement('div')
    this.element.className = 'tw-grid'
    this.element.setAttribute('role', 'grid')
    if (describedBy) this.element.setAttribute('aria-describedby', describedBy)
  }

  /** Names every cell after `rows`; the elements stay, so that focus stays. */
  update(rows: readonly string[]): void {
    const cells = rows.map(splitRow)
    const shape = cells.map((row) => row.map((cell) => (cell === HOLE ? HOLE : '.')).join('')).join('/')
    if (shape !== this.#shape) this.#lay(cells)
    this.#shape = shape
    cells.forEach((row, y) => {
      row.forEach((cell, x) => {
        this.#texts.set(squareOf({ x, y }), cell)
      })
    })
    for (const square of this.#cells.keys()) this.#name(square)
  }

  text(square: string): string {
    return this.#texts.get(square) ?? HOLE
  }

  cell(square: string): HTMLElement | null {
    return this.#cells.get(square) ?? null
  }

  isFloor(square: string): boolean {
    return this.text(square) !== HOLE
  }

  squareAt(target: EventTarget | null): string | null {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-square]') : null
    return cell?.dataset.square ?? null
  }

  neighbour(square: string, dx: number, dy: number): string | null {
    const { x, y } = placeOf(square)
    const to = { x: x + dx, y: y + dy }
    if (to.x < 0 || to.y < 0) return null
    const name = squareOf(to)
    return this.#cells.has(name) ? name : null
  }

  /** Moves the cursor over holes to the next floor cell in a direction. */
  walk(dx: number, dy: number): void {
    let next = this.neighbour(this.cursor, dx, dy)
    while (next && !this.isFloor(next)) next = this.neighbour(next, dx, dy)
    if (next) this.place(next, true)
  }

  /** The first or the last floor cell of the cursor's row, or of the board. */
  jump(end: 'first' | 'last', whole: boolean): void {
    const { y } = placeOf(this.cursor)
    const squares = [...this.#cells.keys()].filter(
      (square) => this.isFloor(square) && (whole || placeOf(square).y === y),
    )
    const to = end === 'first' ? squares[0] : squares.at(-1)
    if (to) this.place(to, true)
  }

  place(square: string, focus: boolean): void {
    this.cell(this.cursor)?.setAttribute('tabindex', '-1')
    this.cursor = square
    const cell = this.cell(square)
    cell?.setAttribute('tabindex', '0')
    if (focus) cell?.focus({ preventScroll: true })
  }

  mark(square: string, mark: Mark, on: boolean): void {
    const cell = this.cell(square)
    if (!cell) return
    cell.classList.toggle(`is-${mark}`, on)
    if (mark === 'picked') cell.setAttribute('aria-selected', String(on))
    this.#name(square)
  }

  unmark(mark: Mark): void {
    for (const [square, cell] of this.#cells)
      if (cell.classList.contains(`is-${mark}`)) this.mark(square, mark, false)
  }

  #name(square: string): void {
    const cell = this.cell(square)
    if (!cell) return
    const parts = [cellName(this.text(square), square)]
    if (cell.classList.contains('is-picked')) parts.push(text.cell.picked)
    if (cell.classList.contains('is-target')) parts.push(text.cell.target)
    if (cell.classList.contains('is-aim')) parts.push(text.cell.aim)
    const name = parts.join(', ')
    if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name)
  }

  #lay(cells: readonly string[][]): void {
    const page = this.element.ownerDocument
    this.#cells.clear()
    this.element.setAttribute('aria-label', text.play.board(cells[0]?.length ?? 0, cells.length))
    const rows = cells.map((row, y) => {
      const line = page.createElement('div')
      line.setAttribute('role', 'row')
      line.className = 'tw-row'
      row.forEach((cell, x) => {
        const square = squareOf({ x, y })
        const element = page.createElement('div')
        element.setAttribute('role', 'gridcell')
        element.setAttribute('tabindex', '-1')
        element.dataset.square = square
        element.className = cell === HOLE ? 'tw-cell is-hole' : 'tw-cell'
        this.#cells.set(square, element)
        line.append(element)
      })
      return line
    })
    this.element.replaceChildren(...rows)
    const floor = (square: string) => !this.cell(square)?.classList.contains('is-hole')
    const start =
      this.#cells.has(this.cursor) && floor(this.cursor) ? this.cursor : [...this.#cells.keys()].find(floor)
    if (start) this.place(start, false)
  }
}
