/** A board on a page: stage, grid, effects and hands put together. It knows which moves are legal because it is
    told; it decides nothing. */

import './board.css'
import type { Event } from '../protocol'
import { COLOURS, placeOf, squaresOf } from './cells'
import { Effects, MARGIN } from './effects'
import { Grid } from './grid'
import { adjacent, Hands, type Intentions } from './hands'
import { Motion, TIME } from './motion'
import { type Hooks, Player } from './player'
import { GEMS } from './shapes'
import { Stage } from './stage'

export interface BoardOptions {
  /** A move was made by hand; legal or not is for the server to say, `legal` is what the board was told. */
  onMove?(move: string, legal: boolean): void
  onPick?(square: string | null): void
  onTouch?(): void
  /** An aim was given up without a move. */
  onAimEnd?(): void
  hooks?: Hooks
  /** The id of an element that explains how to use the board. */
  describedBy?: string
  /** False for a board that is only looked at. */
  live?: boolean
}

export class Board {
  readonly element: HTMLElement
  readonly stage: Stage
  readonly grid: Grid
  readonly motion = new Motion()
  readonly effects: Effects
  readonly player: Player
  /** The server has been asked; hands wait. */
  waiting = false
  #hands: Hands | null = null
  #legal = new Set<string>()
  #picked: string | null = null
  #aims = new Map<string, string>()
  #watch: ResizeObserver | null = null

  constructor(
    readonly host: HTMLElement,
    readonly options: BoardOptions = {},
  ) {
    const page = host.ownerDocument
    this.element = page.createElement('div')
    this.element.className = 'tw-board'
    this.stage = new Stage(page)
    this.grid = new Grid(page, options.describedBy)
    const canvas = page.createElement('canvas')
    canvas.className = 'tw-effects'
    canvas.setAttribute('aria-hidden', 'true')
    this.effects = new Effects(canvas, () => this.stage)
    this.player = new Player(this.stage, this.motion, this.effects, options.hooks)
    if (options.live === false) this.element.append(this.stage.element, canvas)
    else {
      this.element.append(this.stage.element, canvas, this.grid.element)
      this.#hands = new Hands(this.grid, this.stage, this.#intentions())
    }
    host.append(this.element)
    if (typeof ResizeObserver === 'function') {
      this.#watch = new ResizeObserver(() => this.#fit())
      this.#watch.observe(host)
    }
  }

  destroy(): void {
    this.#watch?.disconnect()
    this.#hands?.destroy()
    this.effects.clear()
    this.motion.finishAll()
    this.element.remove()
  }

  get busy(): boolean {
    return this.player.playing || this.waiting
  }

  rows(): string[] {
    return this.stage.rows()
  }

  set reduced(value: boolean) {
    this.motion.reduced = value
    this.effects.enabled = !value
    this.element.classList.toggle('is-reduced', value)
  }

  /** Shows a position without animation. */
  show(rows: readonly string[]): void {
    this.skip()
    this.pick(null)
    this.aim([])
    this.hint(null)
    this.effects.clear()
    this.stage.build(rows)
    this.grid.update(rows)
    this.element.style.setProperty('--columns', String(this.stage.width))
    this.element.style.setProperty('--rows', String(this.stage.height))
    this.element.style.setProperty('--margin', String(MARGIN))
    this.#fit()
  }

  /** Plays a move's events; afterwards the board shows `rows`. */
  async play(events: readonly Event[], rows: readonly string[]): Promise<void> {
    this.pick(null)
    this.aim([])
    this.hint(null)
    await this.player.play(events, rows)
    this.grid.update(rows)
  }

  skip(): void {
    this.player.skip()
  }

  setLegal(moves: readonly string[]): void {
    this.#legal = new Set(moves)
    if (this.#picked) this.pick(this.#picked)
  }

  pick(square: string | null): void {
    const changed = square !== this.#picked
    this.grid.unmark('picked')
    this.grid.unmark('target')
    this.#picked = square
    if (square) {
      this.grid.mark(square, 'picked', true)
      for (const move of this.#legal) {
        const [from, to] = squaresOf(move)
        if (from === square && to) this.grid.mark(to, 'target', true)
      }
    }
    if (changed) this.options.onPick?.(square)
  }

  /** Lets the next cell that is chosen make one of `moves`, each of which names a single square; none to stop. */
  aim(moves: readonly string[]): void {
    const before = this.aiming
    this.#unaim()
    this.element.classList.toggle('is-aiming', moves.length > 0)
    if (moves.length > 0) this.pick(null)
    for (const move of moves) {
      const [square, more] = squaresOf(move)
      if (!square || more) continue
      this.#aims.set(square, move)
      this.grid.mark(square, 'aim', true)
    }
    if (before && !this.aiming) this.options.onAimEnd?.()
  }

  #unaim(): void {
    this.grid.unmark('aim')
    this.#aims.clear()
    this.element.classList.remove('is-aiming')
  }

  get aiming(): boolean {
    return this.#aims.size > 0
  }

  /** Points out a move; none to stop. */
  hint(move: string | null): void {
    this.grid.unmark('hint')
    for (const square of move ? squaresOf(move) : []) this.grid.mark(square, 'hint', true)
  }

  /** Out and back with a small shake: the move is not allowed. */
  refuse(move: string): void {
    const [from, to] = squaresOf(move)
    if (!from) return
    const target = to ? placeOf(to) : placeOf(from)
    const start = placeOf(from)
    const ways = [
      [from, target.x - start.x, target.y - start.y],
      [to, start.x - target.x, start.y - target.y],
    ] as const
    for (const [square, dx, dy] of ways) {
      const piece = square ? this.stage.piece(square) : null
      const body = piece?.firstElementChild
      if (!piece || !body) continue
      const { x, y } = this.stage.dragged(piece)
      this.stage.drag(piece, 0, 0)
      void this.motion.run(body, this.motion.reduced ? DIM : shake(dx, dy, x, y), {
        duration: TIME.refuse,
        easing: 'ease-in-out',
      })
    }
  }

  /** Lets go of a drag that waits for the server. */
  settle(): void {
    for (const piece of this.stage.layer.querySelectorAll<HTMLElement>('[data-at]'))
      this.stage.drag(piece, 0, 0)
  }

  /** Splinters all over the board. */
  celebrate(): void {
    const { width, height } = this.stage
    for (let i = 0; i < 22; i += 1) {
      const at = { x: Math.random() * width, y: Math.random() * height }
      const gem = GEMS[COLOURS[i % COLOURS.length] ?? 'r'].name
      this.effects.flash(at, i * 45)
      this.effects.shards(at, gem, i * 45)
    }
  }

  focus(): void {
    this.grid.place(this.grid.cursor, true)
  }

  #intentions(): Intentions {
    return {
      touched: () => {
        this.skip()
        this.options.onTouch?.()
      },
      choose: (square) => this.#choose(square),
      trigger: (square) => {
        if (!this.aiming && !this.#picked && this.#legal.has(`${square}!`)) this.#make(`${square}!`)
        else this.#choose(square)
      },
      swap: (from, to) => this.#make(`${from}-${to}`),
      release: () => {
        this.pick(null)
        this.aim([])
      },
      picked: () => this.#picked,
      isLegal: (move) => this.#legal.has(move),
      free: () => !this.busy && !this.aiming,
    }
  }

  #choose(square: string): void {
    if (this.aiming) {
      const move = this.#aims.get(square)
      if (move) this.#make(move)
      return
    }
    const picked = this.#picked
    if (picked === square) {
      if (this.#legal.has(`${square}!`)) this.#make(`${square}!`)
      else this.pick(null)
    } else if (picked && (adjacent(picked, square) || this.#legal.has(`${picked}-${square}`))) {
      this.#make(`${picked}-${square}`)
    } else if (this.stage.piece(square)) {
      this.pick(square)
    } else {
      this.pick(null)
    }
  }

  #make(move: string): void {
    this.pick(null)
    this.#unaim()
    this.options.onTouch?.()
    this.options.onMove?.(move, this.#legal.has(move))
  }

  /** The largest whole-pixel cell with which the board fits its host. */
  #fit(): void {
    const { width, height } = this.stage
    const room = { width: this.host.clientWidth, height: this.host.clientHeight }
    if (!width || !height || !room.width || !room.height) return
    const rim = 0.36
    const cell = Math.max(
      8,
      Math.floor(Math.min(room.width / (width + rim), room.height / (height + rim), 96)),
    )
    this.element.style.setProperty('--cell', `${cell}px`)
  }
}

const DIM: Keyframe[] = [{ opacity: 1 }, { opacity: 0.45 }, { opacity: 1 }]

function shake(dx: number, dy: number, x: number, y: number): Keyframe[] {
  const along = (share: number, side = 0) => ({
    transform: `translate(${(dx * share + dy * side) * 100}%, ${(dy * share + dx * side) * 100}%)`,
  })
  return [
    { transform: `translate(${x * 100}%, ${y * 100}%)` },
    { ...along(0.34), offset: 0.35 },
    { ...along(0.05, 0.06), offset: 0.6 },
    { ...along(-0.03, -0.05), offset: 0.78 },
    { ...along(0, 0.03), offset: 0.9 },
    { transform: 'none' },
  ]
}
