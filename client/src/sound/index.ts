/** The sounds and the vibrations of the page, as the player has set them. */

import { settings } from '../app/settings.svelte'
import { Synth } from './synth'

export const synth = new Synth(() => (settings.choices.muted ? 0 : settings.choices.volume))

export function buzz(pattern: number | number[]): void {
  if (settings.choices.vibration && typeof navigator.vibrate === 'function') navigator.vibrate(pattern)
}

export type { Cue } from './synth'
