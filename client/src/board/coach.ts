/** A hand over the board that shows a move, again and again, until it is made. */

import { placeOf, squaresOf } from './cells'

const HAND =
  '<svg viewBox="0 0 48 48"><path d="M19 5a4 4 0 0 1 8 0v15l11 3c3 1 4 3 4 6l-2 10c-1 4-3 6-7 6H23c-3 0-5-1-7-4L7 29c-2-3 2-7 6-4l6 5z" ' +
  'fill="var(--light)" stroke="var(--badge-ink)" stroke-width="2.5" stroke-linejoin="round"/></svg>'

export class Coach {
  readonly element: HTMLElement
  #animation: Animation | null = null

  constructor(readonly board: HTMLElement) {
    this.element = board.ownerDocument.createElement('div')
    this.element.className = 'tw-hand'
    this.element.setAttribute('aria-hidden', 'true')
    this.element.innerHTML = HAND
    this.element.hidden = true
    board.append(this.element)
  }

  show(move: string, reduced: boolean): void {
    this.#animation?.cancel()
    const [from, to] = squaresOf(move)
    this.element.hidden = !from
    if (!from) return
    const at = (square: string) => {
      const { x, y } = placeOf(square)
      return `translate(calc(${x + 0.38} * var(--cell)), calc(${y + 0.45} * var(--cell)))`
    }
    this.element.style.transform = at(to ?? from)
    if (reduced || typeof this.element.animate !== 'function') return
    this.#animation = this.element.animate(
      [
        { transform: at(from), opacity: 0 },
        { transform: at(from), opacity: 1, offset: 0.2 },
        { transform: at(to ?? from), opacity: 1, offset: 0.7, easing: 'ease-out' },
        { transform: at(to ?? from), opacity: 0 },
      ],
      { duration: 1700, iterations: Number.POSITIVE_INFINITY, easing: 'ease-in-out' },
    )
  }

  hide(): void {
    this.#animation?.cancel()
    this.element.hidden = true
  }

  destroy(): void {
    this.#animation?.cancel()
    this.element.remove()
  }
}
