/** Which sounds a wave of events makes. */

import type { Event } from '../protocol'
import type { Cue } from '../sound/synth'

export interface Sounding {
  cue: Cue
  delay: number
}

const FIRED: Record<string, Cue> = { '-': 'rocket', '|': 'rocket', '*': 'bomb', '%': 'rainbow' }

export function soundsOf(wave: readonly Event[]): Sounding[] {
  const cues = new Map<Cue, number>()
  const add = (cue: Cue, delay = 0) => {
    if (!cues.has(cue)) cues.set(cue, delay)
  }
  const slides = wave.filter((event) => event.kind === 'slide')
  if (slides.length === 2 && slides[0]?.from === slides[1]?.to) add('swap')
  for (const event of wave) {
    if (event.kind === 'clear') add('clear')
    if (event.kind !== 'note') continue
    if (event.what === 'fired') add(FIRED[event.token?.at(-1) ?? ''] ?? 'rocket')
    else if (event.what === 'combo') add('bomb')
    else if (event.what === 'crafted') add('craft', 0.08)
    else if (event.what === 'goal') add('goal', 0.12)
  }
  return [...cues].map(([cue, delay]) => ({ cue, delay }))
}
