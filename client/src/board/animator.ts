/** How things move, appear and vanish. Everything here is for the eye only: the DOM already stands at the end. */

import type { Score } from '../protocol'
import { COLOURS, type Place, parseCell, placeOf } from './cells'
import type { Effects, Spot } from './effects'
import { fallTime, type Motion, TIME } from './motion'
import { GEMS } from './shapes'
import { type Blast, swept } from './sweep'

export interface Mover {
  element: HTMLElement
  from: Spot
  to: Place
  /** New on the board. */
  fresh?: boolean
}

/** The animator's methods give the milliseconds after which the next wave may begin. */
export class Animator {
  constructor(
    readonly motion: Motion,
    readonly effects: Effects,
  ) {}

  /** All that changes its place in one wave. */
  slide(movers: readonly Mover[], swap: boolean): number {
    if (this.motion.reduced) return this.#reappear(movers)
    const down = (mover: Mover) => mover.from.x === mover.to.x && mover.to.y > mover.from.y
    const falls = swap ? [] : movers.filter(down)
    const others = swap ? movers : movers.filter((mover) => !down(mover))
    return Math.max(this.#fall(falls), this.#glide(others, swap ? TIME.swap : TIME.regroup, swap))
  }

  vanish(element: HTMLElement, place: Place, delay: number): number {
    element.classList.add('tw-ghost')
    const frames: Keyframe[] = this.motion.reduced
      ? [{ opacity: 1 }, { opacity: 0 }]
      : [
          { transform: 'scale(1)', opacity: 1 },
          { transform: 'scale(1.14)', opacity: 1, offset: 0.3 },
          { transform: 'scale(.25)', opacity: 0 },
        ]
    this.#leave(element, frames, TIME.clear, delay)
    this.effects.flash(middle(place), delay)
    this.effects.bloom(middle(place), colourName(element.dataset.token ?? ''), delay)
    this.effects.shards(middle(place), colourName(element.dataset.token ?? ''), delay + 50)
    return delay + TIME.clear
  }

  /** A cell's text has changed: the old piece fades, the new one comes. */
  change(before: HTMLElement | null, now: HTMLElement | null, place: Place, delay: number): number {
    const duration = TIME.change
    if (before) {
      before.classList.add('tw-ghost')
      const gone: Keyframe = { opacity: 0 }
      if (!now && !this.motion.reduced) gone.transform = 'scale(.6)'
      this.#leave(before, [{ opacity: 1 }, gone], duration, delay)
      const token = before.dataset.token ?? ''
      this.effects.shards(middle(place), token.includes("'") ? 'ice' : colourName(token), delay)
    } else {
      this.effects.shards(middle(place), 'grass-blade', delay)
    }
    if (now) {
      const first = before ? { opacity: 0.2 } : { opacity: 0, transform: 'scale(.4)' }
      void this.motion.run(body(now), [first, { opacity: 1 }], { duration, delay })
    }
    return delay + duration
  }

  appear(elements: readonly HTMLElement[], delay: number): number {
    const frames: Keyframe[] = this.motion.reduced
      ? [{ opacity: 0 }, { opacity: 1 }]
      : [
          { opacity: 0, transform: 'scale(.2) rotate(-40deg)' },
          { opacity: 1, transform: 'scale(1.22) rotate(6deg)', offset: 0.65 },
          { opacity: 1, transform: 'none' },
        ]
    for (const element of elements) {
      void this.motion.run(body(element), frames, { duration: TIME.craft, delay, easing: 'ease-out' })
    }
    return elements.length > 0 ? delay + TIME.craft : 0
  }

  points(event: Score, delay: number): void {
    if (event.at && event.points > 0)
      this.effects.points(middle(placeOf(event.at)), `+${event.points}`, delay)
  }

  /** The light of blasts; `tokens` says what stood on the cells that were hit. */
  light(blasts: readonly Blast[], tokens: ReadonlyMap<string, string>, delay: number): void {
    for (const { kind, at: place, pair } of blasts) {
      const centre = middle(place)
      if (pair && this.#hybrid(pair, centre, delay)) continue
      if (kind === '-' || kind === '|') this.effects.beam(centre, kind === '-', delay)
      else if (kind === '*') this.effects.ring(centre, 1.7, delay)
      else if (kind === '%' || [...tokens.values()].some((token) => token.includes('%'))) {
        const aims = [...tokens].filter(([square]) => !swept(square, blasts))
        for (const [to, token] of aims)
          this.effects.thread(centre, middle(placeOf(to)), colourName(token), delay)
      } else this.effects.ring(centre, 2.6, delay)
    }
  }

  /** Two specials that met, whose sweep has a form of its own; whether it has. */
  #hybrid(pair: string, centre: Spot, delay: number): boolean {
    if (pair === '%%') {
      this.effects.storm(
        centre,
        COLOURS.map((colour) => GEMS[colour].name),
        delay,
      )
    } else if (pair === '**') {
      this.effects.ring(centre, 2.8, delay)
      this.effects.ring(centre, 1.9, delay + 110)
    } else if (/^[-|]\*$/.test(pair)) {
      this.effects.beam(centre, true, delay, 3.4)
      this.effects.beam(centre, false, delay, 3.4)
      this.effects.ring(centre, 1.8, delay)
    } else if (/^[-|]{2}$/.test(pair)) {
      this.effects.beam(centre, true, delay, 1.3)
      this.effects.beam(centre, false, delay, 1.3)
    } else return false
    return true
  }

  #glide(movers: readonly Mover[], full: number, swap: boolean): number {
    let longest = 0
    for (const { element, from, to } of movers) {
      const way = Math.hypot(to.x - from.x, to.y - from.y)
      const duration = swap ? full * Math.min(1, way) : full
      longest = Math.max(longest, duration)
      void this.motion.run(element, [at(from), at(to)], { duration, easing: 'cubic-bezier(.35,0,.25,1)' })
    }
    return longest
  }

  #fall(movers: readonly Mover[]): number {
    let longest = 0
    for (const mover of movers) longest = Math.max(longest, this.#drop(mover))
    return longest > 0 ? longest + TIME.settle : 0
  }

  #drop({ element, from, to, fresh = false }: Mover): number {
    const cells = to.y - from.y
    const duration = fallTime(cells)
    const frames: Keyframe[] = [{ ...at(from), easing: 'cubic-bezier(.4,0,.8,.6)' }]
    for (let k = 1; k < cells; k += 1) {
      frames.push({ ...at({ x: to.x, y: from.y + k }), offset: fallTime(k) / duration })
    }
    frames.push(at(to))
    void this.motion.run(element, frames, { duration })
    // a piece that fills a pocket comes out of nothing, not through the box above
    const hidden = fresh && from.y >= 0
    if (hidden)
      void this.motion.run(element, [{ opacity: 0 }, { opacity: 1 }], { duration, easing: 'ease-in' })
    void this.motion.run(body(element), LANDING, { duration: 2 * TIME.settle, delay: duration, fill: 'none' })
    return duration
  }

  #reappear(movers: readonly Mover[]): number {
    for (const { element } of movers) {
      void this.motion.run(element, [{ opacity: 0 }, { opacity: 1 }], { duration: TIME.fade })
    }
    return movers.length > 0 ? TIME.fade : 0
  }

  #leave(element: HTMLElement, frames: Keyframe[], duration: number, delay: number): void {
    void this.motion
      .run(body(element), frames, { duration, delay, easing: 'ease-in', fill: 'both' })
      .then(() => element.remove())
  }
}

const LANDING: Keyframe[] = [
  { transform: 'none' },
  { transform: 'translateY(3%) scale(1.06,.93)', offset: 0.35 },
  { transform: 'translateY(-1.5%) scale(.985,1.02)', offset: 0.7 },
  { transform: 'none' },
]

function body(element: HTMLElement): Element {
  return element.firstElementChild ?? element
}

function at({ x, y }: Spot): Keyframe {
  return { transform: `translate(${x * 100}%, ${y * 100}%)` }
}

function middle({ x, y }: Spot): Spot {
  return { x: x + 0.5, y: y + 0.5 }
}

/** The theme's name for the colour of a piece's splinters. */
function colourName(token: string): string {
  const { piece } = parseCell(token || '.')
  if (!piece || piece.kind === 'unknown') return 'light'
  if (piece.kind === 'normal') return GEMS[piece.colour].name
  if (piece.kind === 'special') return piece.colour ? GEMS[piece.colour].name : 'special-spark'
  return piece.kind
}
