/** When in its wave each cell is hit: blasts start at their origin and sweep outward. Timing only, no rules. */

import type { Event, Note } from '../protocol'
import { type Place, placeOf } from './cells'

export interface Blast {
  kind: '-' | '|' | '*' | '%' | '+'
  at: Place
  /** Of a combination: the two specials that met, such as `-*`, sorted. */
  pair?: string
}

/** What two cells' texts combine to: their specials in the order - | * %, empty when one is none. */
export function pairOf(a: string, b: string): string {
  const kinds = [a, b].map((token) => /[-|*%]/.exec(token)?.[0] ?? '')
  if (kinds.some((kind) => kind === '')) return ''
  return kinds.sort((x, y) => '-|*%'.indexOf(x) - '-|*%'.indexOf(y)).join('')
}

const STEP = { '-': 24, '|': 24, '*': 45, '%': 0, '+': 28 } as const
const LATEST = 280

export function blastsOf(wave: readonly Event[], pair = ''): Blast[] {
  return wave.flatMap((event) => {
    if (event.kind !== 'note' || !event.at) return []
    const kind = kindOf(event)
    if (!kind) return []
    return [{ kind, at: placeOf(event.at), ...(kind === '+' && pair ? { pair } : {}) }]
  })
}

function kindOf(note: Note): Blast['kind'] | null {
  if (note.what === 'combo') return '+'
  if (note.what !== 'fired') return null
  const last = note.token?.at(-1)
  return last === '-' || last === '|' || last === '*' || last === '%' ? last : null
}

/** Milliseconds after its start at which a blast reaches `square`; none where it does not come by. */
function arrival({ kind, at }: Blast, place: Place): number | null {
  const dx = Math.abs(place.x - at.x)
  const dy = Math.abs(place.y - at.y)
  if (kind === '-') return dy === 0 ? dx * STEP[kind] : null
  if (kind === '|') return dx === 0 ? dy * STEP[kind] : null
  if (kind === '*') return Math.max(dx, dy) <= 2 ? Math.max(dx, dy) * STEP[kind] : null
  if (kind === '+') return Math.max(dx, dy) * STEP[kind]
  return dx + dy === 0 ? 0 : 140
}

/** Milliseconds into the wave at which `square` is reached. */
export function reached(square: string, blasts: readonly Blast[]): number {
  const place = placeOf(square)
  const times = blasts.map((blast) => arrival(blast, place)).filter((time) => time !== null)
  return times.length > 0 ? Math.min(LATEST, ...times) : 0
}

/** Whether a ray or a ring comes by, so that no thread of a rainbow needs to. */
export function swept(square: string, blasts: readonly Blast[]): boolean {
  const place = placeOf(square)
  return blasts.some((blast) => blast.kind !== '%' && blast.kind !== '+' && arrival(blast, place) !== null)
}
