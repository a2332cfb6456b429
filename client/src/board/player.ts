/** Plays the events of a move, wave after wave. The DOM is brought to the state after a wave before that wave
    is animated, so whatever is cut short or skipped, what stands on the board is the truth. */

import type { Event, Slide } from '../protocol'
import { Animator, type Mover } from './animator'
import { placeOf } from './cells'
import type { Effects } from './effects'
import { type Motion, TIME } from './motion'
import type { Stage } from './stage'
import { blastsOf, pairOf, reached } from './sweep'

export interface Hooks {
  /** A wave begins; for sound and for what is shown beside the board. */
  wave?(events: readonly Event[]): void
  /** What was shown did not equal what the server said. */
  drift?(shown: string[], truth: readonly string[], why: string): void
}

export function wavesOf(events: readonly Event[]): Event[][] {
  const waves = new Map<number, Event[]>()
  for (const event of events) waves.set(event.wave, [...(waves.get(event.wave) ?? []), event])
  return [...waves].sort(([a], [b]) => a - b).map(([, wave]) => wave)
}

export class Player {
  readonly #animator: Animator
  #waves: Event[][] = []
  #playing = false
  #fault = ''
  /** The two specials that the last swap brought together. */
  #pair = ''

  constructor(
    readonly stage: Stage,
    readonly motion: Motion,
    readonly effects: Effects,
    readonly hooks: Hooks = {},
  ) {
    this.#animator = new Animator(motion, effects)
  }

  get playing(): boolean {
    return this.#playing
  }

  /** Plays `events`, then makes sure that the board shows `truth`. */
  async play(events: readonly Event[], truth: readonly string[]): Promise<void> {
    this.#waves = wavesOf(events)
    this.#playing = true
    this.#fault = ''
    this.#pair = ''
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
      return animate ? this.#animate(wave) : this.#apply(wave)
    } catch (error) {
      this.#fault = error instanceof Error ? error.message : String(error)
      return 0
    }
  }

  #apply(wave: readonly Event[]): number {
    this.#move(slidesOf(wave))
    for (const event of wave) {
      if (event.kind === 'spawn') this.stage.spawn(event.token, event.at)
      else if (event.kind === 'clear') this.stage.lift(event.at).remove()
      else if (event.kind === 'change') this.stage.change(event.at, event.token).before?.remove()
    }
    return 0
  }

  #animate(wave: readonly Event[]): number {
    const show = this.#animator
    const slides = slidesOf(wave)
    const tokens = this.#tokens(wave)
    const movers = this.#move(slides)
    if (isSwap(slides)) this.#pair = pairOf(...tokensOf(movers))
    const appeared: HTMLElement[] = []
    const blasts = blastsOf(wave, this.#pair)
    const start = tokens.size > 0 && slides.length > 0 ? TIME.swap : 0
    const waits: number[] = []
    for (const event of wave) {
      const delay = start + ('at' in event && event.at ? reached(event.at, blasts) : 0)
      if (event.kind === 'spawn') {
        const element = this.stage.spawn(event.token, event.at)
        const to = placeOf(event.at)
        if (event.drop) movers.push({ element, from: { x: to.x, y: to.y - event.drop }, to, fresh: true })
        else appeared.push(element)
      } else if (event.kind === 'clear') {
        waits.push(show.vanish(this.stage.lift(event.at), placeOf(event.at), delay))
      } else if (event.kind === 'change') {
        const { before, now, grass } = this.stage.change(event.at, event.token)
        if (before || now || grass) waits.push(show.change(before, now, placeOf(event.at), delay))
      } else if (event.kind === 'score') {
        show.points(event, start + (blasts.length > 0 ? 120 : 40))
      }
    }
    waits.push(
      show.slide(movers, isSwap(slides)),
      show.appear(appeared, waits.length > 0 ? 0.6 * TIME.clear : 0),
    )
    show.light(blasts, tokens, start)
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
}

function tokensOf([a, b]: readonly Mover[]): [string, string] {
  return [a?.element.dataset.token ?? '', b?.element.dataset.token ?? '']
}

function slidesOf(wave: readonly Event[]): Slide[] {
  return wave.filter((event) => event.kind === 'slide')
}

function isSwap([a, b, ...more]: readonly Slide[]): boolean {
  return !!a && !!b && more.length === 0 && a.from === b.to && a.to === b.from
}
