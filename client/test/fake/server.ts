/** A pretend server for working on the client without one: it replays the transcripts, move after move. Every
    answer is recorded from real games; it judges nothing and refuses whatever the transcript does not contain. */

import type { GameCard, Played, Position, ServerFrame } from '../../src/protocol'
import data from '../transcripts/transcripts.json'

export interface Transcript {
  authored: string[]
  first: Position
  steps: Played[]
}

export const transcripts = data as unknown as Transcript[]

/** How many steps of each transcript have been played in this page. */
const progress = new Map<string, number>()

function games(): GameCard[] {
  const levels = transcripts.map(({ authored, first }, i) => {
    const { level, goals, moves_left } = first.state
    return {
      ...level,
      author: 'Test data',
      rows: authored,
      moves: moves_left,
      goals,
      rules: 'designer-v1',
      stars: i === 1 ? 2 : 0,
      best: i === 1 ? 3120 : null,
      open: progress.get(level.id) ? level.id : null,
    }
  })
  return [
    {
      name: 'match3',
      title: 'Match-3',
      packs: [{ id: 'test', title: 'Transcripts (test data)', theme: 'studio', levels }],
    },
  ]
}

function answer(path: string): unknown {
  if (path.includes('api/games')) return games()
  if (path.includes('api/matches'))
    return transcripts.map((_, i) => ({ match: `test-${i + 1}`, level: `test-${i + 1}` }))
  if (path.includes('api/rules')) return rules()
  return { name: 'Test guest', recovery: 'TEST-DATA-0000' }
}

function rules(): unknown {
  const examples = transcripts.flatMap(({ first, steps }, i) =>
    steps.slice(0, 2).map((step, n) => {
      const before = n === 0 ? first.state : steps[n - 1]?.state
      return {
        rule: `T${i + 1}.${n + 1}`,
        text: 'An example **taken from a transcript**, with `code`.',
        rows: before?.rows ?? [],
        move: step.move,
        events: step.events,
        after: step.state.rows,
        points: step.points,
        ...(n === 1 && i === 0 ? { illegal: 'test data: this move is shown as refused' } : {}),
      }
    }),
  )
  return {
    title: 'Match-3 (test data)',
    sections: [{ title: 'A. Examples', text: 'First.\n\n- one\n- two', examples }],
  }
}

class PretendSocket {
  onopen: ((event: unknown) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: unknown) => void) | null = null
  readyState = 0
  readonly #id: string
  readonly #script: Transcript

  constructor(url: string) {
    this.#id = decodeURIComponent(url.split('/').at(-1) ?? '')
    this.#script =
      transcripts.find(({ first }) => first.state.level.id === this.#id) ?? (transcripts[0] as Transcript)
    setTimeout(() => {
      this.readyState = 1
      this.onopen?.({})
    }, 30)
  }

  close(): void {
    this.readyState = 3
  }

  send(text: string): void {
    const frame = JSON.parse(text)
    setTimeout(() => this.#react(frame), 25)
  }

  #react(frame: { type: string; id: string; move?: string; t?: number }): void {
    const { first, steps } = this.#script
    const made = progress.get(this.#id) ?? 0
    const next = steps[made]
    if (frame.type === 'ping') this.#say({ type: 'pong', t: frame.t ?? 0 })
    else if (frame.type === 'hello') {
      const state = made === 0 ? first.state : (steps[made - 1]?.state ?? first.state)
      this.#say({ type: 'position', v: made, cause: 'hello', state })
    } else if (frame.type === 'restart') {
      progress.set(this.#id, 0)
      this.#say({ type: 'accepted', id: frame.id, v: 0 })
      this.#say({ ...first, cause: 'restart' })
    } else if (frame.type === 'hint' && next) {
      this.#say({
        type: 'hint',
        id: frame.id,
        v: made,
        move: next.move,
        sentence: `The transcript goes on with ${next.move}.`,
      })
    } else if (frame.type === 'move' && next && frame.move === next.move) {
      progress.set(this.#id, made + 1)
      this.#say({ type: 'accepted', id: frame.id, v: made + 1 })
      this.#say(next)
    } else if (frame.id) {
      const message = next
        ? `Test data: the transcript only knows ${next.move} here.`
        : 'Test data: the transcript ends here.'
      this.#say({ type: 'refused', id: frame.id, v: made, code: 'illegal', message })
    }
  }

  #say(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}

export function pretend(): void {
  window.fetch = async (input) => new Response(JSON.stringify(answer(String(input))), { status: 200 })
  window.WebSocket = PretendSocket as unknown as typeof WebSocket
}
