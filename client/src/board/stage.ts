/** The pieces and the ground of a board as DOM elements. The DOM itself is the record of what stands where:
    `rows()` reads the board back from it, so that what is checked is what a player sees. */

import { EMPTY, HOLE, joinCell, type Place, parseCell, placeOf, splitCell, splitRow, squareOf } from './cells'
import { floorOf, outline, UNIT } from './frame'
import { ensureSprite, groundCount, groundMarkup, pieceMarkup } from './pieces'
import { path } from './svg'

const RIM = 15

export class Stage {
  readonly element: HTMLElement
  readonly layer: HTMLElement
  readonly ground: HTMLElement
  readonly counts: HTMLElement
  width = 0
  height = 0
  #floor: boolean[][] = []
  #shape = ''

  constructor(readonly page: Document = document) {
    ensureSprite(page)
    this.element = this.#box('tw-stage')
    this.element.setAttribute('aria-hidden', 'true')
    this.ground = this.#box('tw-ground')
    this.layer = this.#box('tw-pieces')
    this.counts = this.#box('tw-counts')
    this.element.append(this.ground, this.layer, this.counts)
  }

  /** Shows `rows` from scratch; the frame is kept while the shape of the board is the same. */
  build(rows: readonly string[]): void {
    this.#floor = floorOf(rows)
    this.height = rows.length
    this.width = this.#floor[0]?.length ?? 0
    const shape = outline(this.#floor)
    if (shape !== this.#shape) {
      this.element.querySelector('.tw-frame')?.remove()
      this.element.insertAdjacentHTML('afterbegin', frameMarkup(rows))
      this.#shape = shape
    }
    this.layer.replaceChildren()
    this.ground.replaceChildren()
    this.counts.replaceChildren()
    rows.forEach((row, y) => {
      splitRow(row).forEach((text, x) => {
        if (text === HOLE) return
        const { piece, grass } = splitCell(text)
        const square = squareOf({ x, y })
        this.#setGrass(square, grass)
        if (piece !== EMPTY) this.put(this.#make(piece), square)
      })
    })
  }

  rows(): string[] {
    const cells: string[][] = this.#floor.map((row) => row.map((floor) => (floor ? EMPTY : HOLE)))
    const each = (layer: HTMLElement, visit: (at: Place, element: HTMLElement) => void) => {
      for (const child of layer.querySelectorAll<HTMLElement>('[data-at]')) {
        visit(placeOf(child.dataset.at ?? ''), child)
      }
    }
    const set = ({ x, y }: Place, text: (now: string) => string) => {
      const row = cells[y]
      if (row) row[x] = text(row[x] ?? EMPTY)
    }
    each(this.layer, (at, element) => set(at, () => element.dataset.token ?? EMPTY))
    each(this.ground, (at, element) => set(at, (now) => joinCell(now, Number(element.dataset.grass))))
    return cells.map((row) => row.join(' '))
  }

  has(square: string): boolean {
    const { x, y } = placeOf(square)
    return this.#floor[y]?.[x] ?? false
  }

  piece(square: string): HTMLElement | null {
    return this.layer.querySelector<HTMLElement>(`[data-at="${square}"]`)
  }

  /** Takes the piece off its square and leaves its element in place, for the player to move or to fade. */
  lift(square: string): HTMLElement {
    const element = this.piece(square)
    if (!element) throw new Error(`there is no piece on ${square}`)
    delete element.dataset.at
    return element
  }

  put(element: HTMLElement, square: string): void {
    if (!this.has(square)) throw new Error(`${square} is not on the floor`)
    if (this.piece(square)) throw new Error(`${square} is taken`)
    const { x, y } = placeOf(square)
    element.dataset.at = square
    element.style.transform = `translate(${x * 100}%, ${y * 100}%)`
    if (!element.isConnected) this.layer.append(element)
  }

  spawn(token: string, square: string): HTMLElement {
    const element = this.#make(token)
    this.put(element, square)
    return element
  }

  /** Rewrites a whole cell. Gives the piece before, taken off, and the piece now; none where it stays. */
  change(
    square: string,
    text: string,
  ): { before: HTMLElement | null; now: HTMLElement | null; grass: boolean } {
    const { piece, grass } = splitCell(text)
    const old = this.piece(square)
    if ((old?.dataset.token ?? EMPTY) === piece)
      return { before: null, now: null, grass: this.#setGrass(square, grass) }
    const before = old ? this.lift(square) : null
    const now = piece === EMPTY ? null : this.spawn(piece, square)
    return { before, now, grass: this.#setGrass(square, grass) }
  }

  /** How far a piece is dragged from its square, in cells. */
  drag(element: HTMLElement, dx: number, dy: number): void {
    element.style.translate = dx === 0 && dy === 0 ? '' : `${dx * 100}% ${dy * 100}%`
  }

  dragged(element: HTMLElement): Place {
    const [x = 0, y = 0] = element.style.translate.split(' ').map((part) => Number.parseFloat(part) / 100)
    return { x: x || 0, y: y || 0 }
  }

  #setGrass(square: string, grass: number): boolean {
    const at = `[data-at="${square}"]`
    const old = this.ground.querySelector<HTMLElement>(at)
    if (Number(old?.dataset.grass ?? 0) === grass) return false
    old?.remove()
    this.counts.querySelector(at)?.remove()
    if (grass > 0) {
      const tile = this.#tile(square, groundMarkup(grass))
      tile.dataset.grass = String(grass)
      this.ground.append(tile)
      if (grass > 1) this.counts.append(this.#tile(square, groundCount(grass)))
    }
    return true
  }

  #tile(square: string, content: string): HTMLElement {
    const { x, y } = placeOf(square)
    const element = this.#box('tw-tile')
    element.dataset.at = square
    element.style.transform = `translate(${x * 100}%, ${y * 100}%)`
    element.innerHTML = drawing(content)
    return element
  }

  #make(token: string): HTMLElement {
    const element = this.#box('tw-piece')
    element.dataset.token = token
    element.innerHTML = drawing(pieceMarkup(parseCell(token)), 'tw-body')
    return element
  }

  #box(name: string): HTMLElement {
    const element = this.page.createElement('div')
    element.className = name
    return element
  }
}

function drawing(content: string, name = 'tw-drawing'): string {
  return `<svg class="${name}" viewBox="0 0 ${UNIT} ${UNIT}" focusable="false">${content}</svg>`
}

/** The board without pieces: rim, bed and cells. */
export function frameContent(rows: readonly string[]): string {
  const floor = floorOf(rows)
  const shape = outline(floor)
  const cells = floor.flatMap((row, y) =>
    row.flatMap((inside, x) =>
      inside
        ? `<rect x="${x * UNIT + 2.5}" y="${y * UNIT + 2.5}" width="95" height="95" rx="17" fill="var(--board-cell-${
            (x + y) % 2 === 0 ? 'a' : 'b'
          })" stroke="var(--board-cell-line)" stroke-width="1.5"/>`
        : [],
    ),
  )
  const rim = (width: number, colour: string) =>
    path(shape, `fill:none;stroke:var(--${colour});stroke-width:${width};stroke-linejoin:round`)
  return (
    rim(2 * RIM, 'board-rim') +
    rim(2 * RIM - 7, 'board-rim-light') +
    path(shape, 'fill:var(--board-bed)') +
    rim(4, 'board-rim') +
    cells.join('')
  )
}

export function viewBox(rows: readonly string[]): string {
  const floor = floorOf(rows)
  const width = (floor[0]?.length ?? 0) * UNIT
  return `${-RIM} ${-RIM} ${width + 2 * RIM} ${floor.length * UNIT + 2 * RIM}`
}

function frameMarkup(rows: readonly string[]): string {
  const floor = floorOf(rows)
  return (
    `<svg class="tw-frame" viewBox="0 0 ${(floor[0]?.length ?? 0) * UNIT} ${floor.length * UNIT}" focusable="false">` +
    `${frameContent(rows)}</svg>`
  )
}
