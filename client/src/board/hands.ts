/** What hands do on the grid, as intentions: pick, tap, swap. Pointer and keyboard lead to the same calls. */

import { placeOf } from './cells'
import type { Grid } from './grid'
import type { Stage } from './stage'

export interface Intentions {
  /** A finger or a key touches the board: whatever plays may be cut short. */
  touched(): void
  /** A cell was chosen, by a click or by Space. */
  choose(square: string): void
  /** Enter: set off at once what can be set off, else as `choose`. */
  trigger(square: string): void
  swap(from: string, to: string): void
  release(): void
  picked(): string | null
  isLegal(move: string): boolean
  /** Whether pieces may be dragged now. */
  free(): boolean
}

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Drag {
  pointer: number
  square: string
  x: number
  y: number
  unit: number
  moved: boolean
  to: string | null
  share: number
}

export class Hands {
  #drag: Drag | null = null
  #stop = new AbortController()

  constructor(
    readonly grid: Grid,
    readonly stage: Stage,
    readonly intend: Intentions,
  ) {
    const { element } = grid
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      then: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(type, then, { signal: this.#stop.signal })
    on('pointerdown', (event) => this.#down(event))
    on('pointermove', (event) => this.#move(event))
    on('pointerup', (event) => this.#up(event))
    on('pointercancel', () => this.#cancel())
    on('keydown', (event) => this.#key(event))
    on('click', (event) => this.#click(event))
  }

  destroy(): void {
    this.#stop.abort()
  }

  #down(event: PointerEvent): void {
    if (!event.isPrimary || event.button !== 0) return
    this.intend.touched()
    const square = this.grid.squareAt(event.target)
    if (!square || !this.grid.isFloor(square)) return
    this.grid.place(square, false)
    const unit = this.grid.cell(square)?.clientWidth || 1
    this.#drag = {
      pointer: event.pointerId,
      square,
      x: event.clientX,
      y: event.clientY,
      unit,
      moved: false,
      to: null,
      share: 0,
    }
    this.grid.element.setPointerCapture?.(event.pointerId)
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag
    if (!drag || event.pointerId !== drag.pointer) return
    const dx = (event.clientX - drag.x) / drag.unit
    const dy = (event.clientY - drag.y) / drag.unit
    if (!drag.moved && Math.hypot(dx, dy) < 0.15) return
    drag.moved = true
    const across = Math.abs(dx) > Math.abs(dy)
    const way = across ? ([Math.sign(dx), 0] as const) : ([0, Math.sign(dy)] as const)
    const to = this.grid.neighbour(drag.square, way[0], way[1])
    this.#rest(drag, to)
    if (!to || !this.grid.isFloor(to) || !this.intend.free()) return
    const legal = this.intend.isLegal(`${drag.square}-${to}`)
    const reach = Math.min(1, Math.abs(across ? dx : dy))
    drag.to = to
    drag.share = reach
    const shown = legal ? reach : Math.min(0.3, reach * 0.4)
    const piece = this.stage.piece(drag.square)
    const other = this.stage.piece(to)
    piece?.classList.add('is-held')
    if (piece) this.stage.drag(piece, way[0] * shown, way[1] * shown)
    if (other && legal) this.stage.drag(other, -way[0] * shown, -way[1] * shown)
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag
    if (!drag || event.pointerId !== drag.pointer) return
    this.#drag = null
    this.stage.piece(drag.square)?.classList.remove('is-held')
    if (!drag.moved) {
      this.intend.choose(drag.square)
      return
    }
    const enough = drag.to !== null && drag.share > 0.35
    if (!enough || !this.intend.isLegal(`${drag.square}-${drag.to}`)) this.#rest(drag, null)
    if (enough && drag.to) this.intend.swap(drag.square, drag.to)
  }

  #cancel(): void {
    if (this.#drag) this.#rest(this.#drag, null)
    this.#drag = null
  }

  /** Puts back what a drag has moved, but for what it goes on moving. */
  #rest(drag: Drag, to: string | null): void {
    for (const square of [drag.square, drag.to]) {
      const piece = square && square !== to ? this.stage.piece(square) : null
      piece?.classList.remove('is-held')
      if (piece) this.stage.drag(piece, 0, 0)
    }
    drag.to = null
    drag.share = 0
  }

  /** A click without a pointer: what assistive technology sends. */
  #click(event: MouseEvent): void {
    if (event.detail !== 0) return
    const square = this.grid.squareAt(event.target)
    if (square && this.grid.isFloor(square)) this.intend.choose(square)
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return
    const way = WAYS[event.key]
    if (way) {
      event.preventDefault()
      this.#arrow(way[0], way[1])
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault()
      this.grid.jump(event.key === 'Home' ? 'first' : 'last', event.ctrlKey)
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (event.repeat) return
      if (event.key === ' ') this.intend.choose(this.grid.cursor)
      else this.intend.trigger(this.grid.cursor)
    } else if (event.key === 'Escape') {
      this.intend.release()
    }
  }

  #arrow(dx: number, dy: number): void {
    const from = this.intend.picked()
    if (!from) {
      this.grid.walk(dx, dy)
      return
    }
    const to = this.grid.neighbour(from, dx, dy)
    if (!to || !this.grid.isFloor(to)) return
    this.grid.place(to, true)
    this.intend.swap(from, to)
  }
}

/** Whether two squares share an edge. */
export function adjacent(a: string, b: string): boolean {
  const p = placeOf(a)
  const q = placeOf(b)
  return Math.abs(p.x - q.x) + Math.abs(p.y - q.y) === 1
}
