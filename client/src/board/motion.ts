/** Timed movement on the Web Animations API. Everything can be brought to its end at once. */

export const TIME = {
  swap: 140,
  refuse: 180,
  clear: 160,
  firstCell: 45,
  laterCell: 27,
  settle: 90,
  change: 160,
  craft: 200,
  regroup: 340,
  fade: 120,
  wave: 450,
} as const

/** When a falling piece has come `cells` far: it gathers speed over the first cell, then keeps it. */
export function fallTime(cells: number): number {
  if (cells <= 0) return 0
  return cells <= 1 ? TIME.firstCell * Math.sqrt(cells) : TIME.firstCell + TIME.laterCell * (cells - 1)
}

export class Motion {
  reduced = false
  #live = new Set<Animation>()
  #waits = new Set<() => void>()

  /** Resolves when the animation is over, also when it was cut short. */
  run(element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Promise<void> {
    if (typeof element.animate !== 'function') return Promise.resolve()
    const animation = element.animate(frames, { fill: 'backwards', ...timing })
    this.#live.add(animation)
    const done = () => {
      this.#live.delete(animation)
    }
    return animation.finished.then(done, done)
  }

  pause(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#waits.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      this.#waits.add(end)
    })
  }

  finishAll(): void {
    for (const animation of [...this.#live]) animation.finish()
    for (const end of [...this.#waits]) end()
  }
}
