/** A read-only view of the board in play, for browser tests and for reports of faults. */

import type { Board } from '../board/board'
import type { Match } from './match.svelte'

export interface Probe {
  /** The board as its elements show it. */
  rows(): string[]
  /** The board as the server said it is. */
  truth(): string[]
  busy(): boolean
  legal(): string[]
  /** How often the board had to be corrected after a move; 0 unless something is wrong. */
  readonly drift: number
}

declare global {
  interface Window {
    __tilewright?: Probe
  }
}

export function exposeForTests(board: Board, match: Match): () => void {
  window.__tilewright = {
    rows: () => board.rows(),
    truth: () => match.shown?.rows ?? [],
    busy: () => match.shown === null || match.busy,
    legal: () => match.shown?.legal ?? [],
    get drift() {
      return match.drift
    },
  }
  return () => {
    delete window.__tilewright
  }
}
