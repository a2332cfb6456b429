/** Plays the events of a move, wave after wave. The DOM is brought to the state after a wave before that wave
    is animated, so whatever is cut short or skipped, what stands on the board is the truth. */

import type { Event, Score, Slide, Spawn } from '../protocol'
import { parseCell, placeOf } from './cells'
import type { Effects, Spot } from './effects'
import { fallTime, type Motion, TIME } from './motion'
import { GEMS } from './shapes'
import type { Stage } from './stage'
import { type Blast, blastsOf, reached, swept } from './sweep'

export interface Hooks {
  /** A wave begins; for sound and for what is shown beside the board. */
  wave?(events: readonly Event[]): void
  /** What was shown did not equal what the server said. */
  drift?(shown: string[], truth: readonly string[], why: string): void
}

interface Mover {
  element: HTMLElement
  from: Spot
  to: Spot
}

export function wavesOf(events: readonly Event[]): Event[][] {
  const waves = new Map<number, Event[]>()
  for (const event of events) waves.set(event.wave, [...(waves.get(event.wave) ?? []), event])
  return [...waves].sort(([a], [b]) => a - b).map(([, wave]) => wave)
}

export class Player {
  #waves: Event[][] = []
  #playing = false
  #fault = ''

  constructor(
    readonly stage: Stage,
    readonly motion: Motion,
    readonly effects: Effects,
    readonly hooks: Hooks = {},
  ) {}

  get playing(): boolean {
    return this.#playing
  }

  /** Plays `events`, then makes sure that the board shows `truth`. */
  async play(events: readonly Event[], truth: readonly string[]): Promise<void> {
    this.#waves = wavesOf(events)
    this.#playing = true
    this.#fault = ''
    for (let wave = this.#waves.shift(); wave; wave = this.#waves.shift()) {
      this.hooks.wave?.(wave)
      await this.motion.pause(Math.min(TIME.wave, this.#perform(wave, true)))
    }
    this.#playing = false
    this.#verify(truth)
  }

  /** Goes to the end of what is being played, at once. */
  skip(): void {
    if (!this.#playing) return
    this.effects.clear()
    for (const wave of this.#waves.splice(0)) this.#perform(wave, false)
    this.motion.finishAll()
  }

  #verify(truth: readonly string[]): void {
    const shown = this.stage.rows()
    const same = shown.length === truth.length && shown.every((row, i) => row === truth[i])
    if (same && !this.#fault) return
    if (!same) this.stage.build(truth)
    this.hooks.drift?.(shown, truth, this.#fault || 'the rows differ')
  }

  /** Applies one wave and, if asked, animates it; how long the next wave should wait. */
  #perform(wave: readonly Event[], animate: boolean): number {
    try {
      return this.#apply(wave, animate)
    } catch (error) {
      this.#fault = error instanceof Error ? error.message : String(error)
      return 0
    }
  }

  #apply(wave: readonly Event[], animate: boolean): number {
    const slides = wave.filter((event) => event.kind === 'slide')
    const tokens = animate ? this.#tokens(wave) : new Map<string, string>()
    const movers = this.#move(slides)
    const blasts = animate ? blastsOf(wave) : []
    const falling: Mover[] = []
    const appeared: HTMLElement[] = []
    const first = wave.some((event) => event.kind === 'clear' || event.kind === 'change') && slides.length > 0
    const start = first ? TIME.swap : 0
    const waits: number[] = []
    for (const event of wave) {
      const delay = start + ('at' in event && event.at ? reached(event.at, blasts) : 0)
      if (event.kind === 'spawn') {
        const element = this.stage.spawn(event.token, event.at)
        if (event.drop) falling.push(dropped(element, event))
        else appeared.push(element)
      } else if (event.kind === 'clear') {
        const element = this.stage.lift(event.at)
        waits.push(animate ? this.#vanish(element, placeOf(event.at), delay) : remove(element))
      } else if (event.kind === 'change') {
        waits.push(this.#change(event.at, event.token, animate, delay))
      } else if (event.kind === 'score' && animate) {
        this.#points(event, start + (blasts.length > 0 ? 120 : 40))
      }
    }
    if (!animate) return 0
    waits.push(this.#slide(movers, falling, isSwap(slides)), this.#appear(appeared, waits.length > 0))
    this.#light(blasts, tokens, start)
    if (blasts.length > 0) waits.push(280)
    return Math.max(0, ...waits)
  }

  /** What stands on the cells that this wave will hit, before it does. */
  #tokens(wave: readonly Event[]): Map<string, string> {
    const hit = wave.filter((event) => event.kind === 'clear' || event.kind === 'change')
    return new Map(hit.map(({ at }) => [at, this.stage.piece(at)?.dataset.token ?? '.']))
  }

  #move(slides: readonly Slide[]): Mover[] {
    const movers = slides.map(({ from, to }) => {
      const element = this.stage.lift(from)
      const { x, y } = placeOf(from)
      const drag = this.stage.dragged(element)
      this.stage.drag(element, 0, 0)
      return { element, from: { x: x + drag.x, y: y + drag.y }, to: placeOf(to), square: to }
    })
    for (const { element, square } of movers) this.stage.put(element, square)
    return movers
  }

  #slide(movers: readonly Mover[], falling: readonly Mover[], swap: boolean): number {
    if (swap) return Math.max(this.#glide(movers, TIME.swap), this.#fall(falling))
    const falls = [...movers.filter(straightDown), ...falling]
    const others = movers.filter((mover) => !straightDown(mover))
    return Math.max(this.#fall(falls), others.length > 0 ? this.#glide(others, TIME.regroup) : 0)
  }

  #glide(movers: readonly Mover[], full: number): number {
    if (this.motion.reduced) return this.#reappear(movers)
    let longest = 0
    for (const { element, from, to } of movers) {
      const way = Math.hypot(to.x - from.x, to.y - from.y)
      const duration = full === TIME.swap ? full * Math.min(1, way) : full
      longest = Math.max(longest, duration)
      void this.motion.run(element, [at(from), at(to)], { duration, easing: 'cubic-bezier(.35,0,.25,1)' })
    }
    return longest
  }

  #fall(movers: readonly Mover[]): number {
    if (this.motion.reduced) return this.#reappear(movers)
    let longest = 0
    for (const { element, from, to } of movers) {
      const cells = to.y - from.y
      const duration = fallTime(cells)
      const frames: Keyframe[] = [{ ...at(from), easing: 'cubic-bezier(.4,0,.8,.6)' }]
      for (let k = 1; k <= cells; k += 1)
        frames.push({ ...at({ x: to.x, y: from.y + k }), offset: fallTime(k) / duration })
      if (frames.length === 1) frames.push(at(to))
      void this.motion.run(element, frames, { duration, easing: 'linear' })
      const body = element.firstElementChild
      if (body) {
        void this.motion.run(
          body,
          [
            { transform: 'none' },
            { transform: 'translateY(3%) scale(1.06,.93)', offset: 0.35 },
            { transform: 'translateY(-1.5%) scale(.985,1.02)', offset: 0.7 },
            { transform: 'none' },
          ],
          { duration: TIME.settle * 2, delay: duration, fill: 'none' },
        )
      }
      longest = Math.max(longest, duration)
    }
    return longest > 0 ? longest + TIME.settle : 0
  }

  #reappear(movers: readonly Mover[]): number {
    for (const { element } of movers) {
      void this.motion.run(element, [{ opacity: 0 }, { opacity: 1 }], { duration: TIME.fade })
    }
    return movers.length > 0 ? TIME.fade : 0
  }

  #vanish(element: HTMLElement, place: Spot, delay: number): number {
    this.stage.drag(element, 0, 0)
    element.classList.add('tw-ghost')
    const body = element.firstElementChild ?? element
    const frames: Keyframe[] = this.motion.reduced
      ? [{ opacity: 1 }, { opacity: 0 }]
      : [
          { transform: 'scale(1)', opacity: 1 },
          { transform: 'scale(1.14)', opacity: 1, offset: 0.3 },
          { transform: 'scale(.25)', opacity: 0 },
        ]
    void this.motion
      .run(body, frames, { duration: TIME.clear, delay, easing: 'ease-in', fill: 'both' })
      .then(() => element.remove())
    const centre = middle(place)
    this.effects.flash(centre, delay)
    this.effects.shards(centre, colourName(element.dataset.token ?? ''), delay + 50)
    return delay + TIME.clear
  }

  #change(square: string, text: string, animate: boolean, delay: number): number {
    const { before, now, grass } = this.stage.change(square, text)
    if (!animate) {
      before?.remove()
      return 0
    }
    const duration = TIME.change
    if (before) {
      before.classList.add('tw-ghost')
      const cracked = !now && !this.motion.reduced
      const last = cracked ? { opacity: 0, transform: 'scale(.6)' } : { opacity: 0 }
      void this.motion
        .run(before.firstElementChild ?? before, [{ opacity: 1 }, last], { duration, delay, fill: 'both' })
        .then(() => before.remove())
      const old = colourName(before.dataset.token ?? '')
      this.effects.shards(middle(placeOf(square)), before.dataset.token?.includes("'") ? 'ice' : old, delay)
    } else if (grass) {
      this.effects.shards(middle(placeOf(square)), 'grass-blade', delay)
    }
    if (now) {
      const first = before ? { opacity: 0.2 } : { opacity: 0, transform: 'scale(.4)' }
      void this.motion.run(now.firstElementChild ?? now, [first, { opacity: 1 }], { duration, delay })
    }
    return delay + duration
  }

  #appear(elements: readonly HTMLElement[], afterClears: boolean): number {
    const delay = afterClears ? TIME.clear * 0.6 : 0
    for (const element of elements) {
      const frames: Keyframe[] = this.motion.reduced
        ? [{ opacity: 0 }, { opacity: 1 }]
        : [
            { opacity: 0, transform: 'scale(.2) rotate(-40deg)' },
            { opacity: 1, transform: 'scale(1.22) rotate(6deg)', offset: 0.65 },
            { opacity: 1, transform: 'none' },
          ]
      void this.motion.run(element.firstElementChild ?? element, frames, {
        duration: TIME.craft,
        delay,
        easing: 'ease-out',
      })
    }
    return elements.length > 0 ? delay + TIME.craft : 0
  }

  #points(event: Score, delay: number): void {
    if (event.at && event.points > 0)
      this.effects.points(middle(placeOf(event.at)), `+${event.points}`, delay)
  }

  #light(blasts: readonly Blast[], tokens: ReadonlyMap<string, string>, delay: number): void {
    for (const { kind, at: place } of blasts) {
      const centre = middle(place)
      if (kind === '-' || kind === '|') this.effects.beam(centre, kind === '-', delay)
      else if (kind === '*') this.effects.ring(centre, 1.7, delay)
      else if (kind === '%' || [...tokens.values()].some((token) => token.includes('%'))) {
        const aims = [...tokens].filter(([square]) => !swept(square, blasts))
        for (const [to, token] of aims)
          this.effects.thread(centre, middle(placeOf(to)), colourName(token), delay)
      } else this.effects.ring(centre, 2.6, delay)
    }
  }
}

function at({ x, y }: Spot): Keyframe {
  return { transform: `translate(${x * 100}%, ${y * 100}%)` }
}

function middle({ x, y }: Spot): Spot {
  return { x: x + 0.5, y: y + 0.5 }
}

function straightDown({ from, to }: Mover): boolean {
  return from.x === to.x && to.y > from.y
}

function isSwap([a, b, ...more]: readonly Slide[]): boolean {
  return !!a && !!b && more.length === 0 && a.from === b.to && a.to === b.from
}

function dropped(element: HTMLElement, { at: square, drop = 0 }: Spawn): Mover {
  const to = placeOf(square)
  return { element, from: { x: to.x, y: to.y - drop }, to }
}

function remove(element: HTMLElement): number {
  element.remove()
  return 0
}

/** The theme's name for the colour of a piece's splinters. */
function colourName(token: string): string {
  const { piece } = parseCell(token || '.')
  if (!piece || piece.kind === 'unknown') return 'light'
  if (piece.kind === 'normal') return GEMS[piece.colour].name
  if (piece.kind === 'special') return piece.colour ? GEMS[piece.colour].name : 'special-spark'
  return piece.kind
}
