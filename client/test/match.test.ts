import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Listener, Request } from '../src/app/connection'
import { Match } from '../src/app/match.svelte'
import { Board } from '../src/board/board'
import { installAnimations } from './animation'
import { transcripts } from './fake/server'

const script = transcripts[0] as (typeof transcripts)[number]
const [one, two] = script.steps as [(typeof script.steps)[number], (typeof script.steps)[number]]

let listener: Listener
let sent: Request[]
let board: Board
let match: Match

beforeEach(() => {
  vi.useFakeTimers()
  installAnimations()
  document.body.innerHTML = '<div id="host"></div>'
  sent = []
  match = new Match('test-1', (given) => {
    listener = given
    return {
      open: vi.fn(),
      close: vi.fn(),
      request: (request: Request) => `id-${sent.push(request)}`,
    } as unknown as ReturnType<NonNullable<ConstructorParameters<typeof Match>[1]>>
  })
  board = new Board(document.getElementById('host') as HTMLElement, {
    onMove: (move, legal) => match.move(move, legal),
    onTouch: () => match.touched(),
    hooks: { wave: (wave) => match.wave(wave), drift: (...why) => match.drifted(...why) },
  })
  match.open(board)
  listener.position(script.first)
})
afterEach(() => match.close())

/** Long enough for any of the moves, too short for a hint unasked. */
const rest = () => vi.advanceTimersByTimeAsync(5000)

describe('a position', () => {
  it('is shown at once', () => {
    expect(board.rows()).toEqual(script.first.state.rows)
    expect(match.movesLeft).toBe(18)
    expect(match.spoken).toContain('First lines')
  })
})

describe('a legal move', () => {
  it('is sent, waits for its answer, and is played', async () => {
    match.move(one.move, true)
    expect(sent).toEqual([{ type: 'move', v: 0, move: one.move }])
    expect(match.busy).toBe(true)
    listener.played(one)
    expect(match.movesLeft).toBe(17)
    await rest()
    expect(match.busy).toBe(false)
    expect(board.rows()).toEqual(one.state.rows)
    expect(match.score).toBe(one.state.score)
    expect(match.spoken).toMatch(/^Swapped .* 17 moves left\.$/)
    expect(match.drift).toBe(0)
  })

  it('counts its points up to exactly the score that the server gives', async () => {
    for (const step of script.steps) {
      const before = match.score
      listener.played(step)
      await rest()
      expect(match.score - before).toBe(step.points)
    }
  })
})

describe('an illegal move', () => {
  it('is sent all the same, and refused with the reason of the server', () => {
    match.move('a1-a2', false)
    expect(sent).toEqual([{ type: 'move', v: 0, move: 'a1-a2' }])
    expect(match.busy).toBe(false)
    listener.refused({ type: 'refused', id: 'id-1', v: 0, code: 'illegal', message: 'No line.' })
    expect(match.sentence).toEqual({ kind: 'refused', text: 'No line.' })
    expect(match.spoken).toBe('No line.')
    expect(board.rows()).toEqual(script.first.state.rows)
  })

  it('is said again when it is tried again', () => {
    const refusal = { type: 'refused', id: 'id-1', v: 0, code: 'illegal', message: 'No line.' } as const
    listener.refused(refusal)
    const first = match.spoken
    listener.refused(refusal)
    expect(match.spoken).not.toBe(first)
    expect(match.spoken.trim()).toBe('No line.')
  })
})

describe('input while something plays', () => {
  it('is held, and done when the board has come to rest', async () => {
    listener.played(one)
    match.move(two.move, true)
    expect(sent).toEqual([])
    await rest()
    expect(sent).toEqual([{ type: 'move', v: 1, move: two.move }])
  })

  it('is held while the server is asked, and done after a refusal', () => {
    match.move(one.move, true)
    match.move(two.move, true)
    expect(sent).toHaveLength(1)
    listener.refused({ type: 'refused', id: 'id-1', v: 0, code: 'stale', message: 'Too late.' })
    expect(sent).toHaveLength(2)
  })
})

describe('frames that come fast', () => {
  it('are played one after the other', async () => {
    for (const step of script.steps) listener.played(step)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(board.rows()).toEqual(script.steps.at(-1)?.state.rows)
    expect(match.drift).toBe(0)
  })

  it('give way to a position', async () => {
    listener.played(one)
    await vi.advanceTimersByTimeAsync(100)
    listener.position({ ...script.first, cause: 'restart', v: 2 })
    await rest()
    expect(board.rows()).toEqual(script.first.state.rows)
    expect(match.busy).toBe(false)
    expect(match.spoken).toBe('The level starts again.')
  })
})

describe('undo', () => {
  it('says why it cannot be done', () => {
    match.undo()
    expect(sent).toEqual([])
    expect(match.sentence?.text).toBe(script.first.state.undo_reason)
  })
})

describe('hints', () => {
  it('mark the cells and say the sentence', () => {
    match.askHint()
    listener.hint({ type: 'hint', id: 'id-1', v: 0, move: one.move, sentence: 'Try this.' })
    expect(match.sentence).toEqual({ kind: 'hint', text: 'Try this.' })
    expect(document.querySelectorAll('.is-hint').length).toBe(2)
  })

  it('come unasked after eight seconds, and then only mark', async () => {
    await vi.advanceTimersByTimeAsync(8000)
    expect(sent).toEqual([{ type: 'hint', v: 0 }])
    listener.hint({ type: 'hint', id: 'id-1', v: 0, move: one.move, sentence: 'Try this.' })
    expect(match.sentence).toBe(null)
    expect(document.querySelectorAll('.is-hint').length).toBe(2)
  })

  it('for an earlier position are dropped', async () => {
    match.askHint()
    listener.played(one)
    await rest()
    listener.hint({ type: 'hint', id: 'id-1', v: 0, move: one.move, sentence: 'Too late.' })
    expect(document.querySelectorAll('.is-hint').length).toBe(0)
  })
})

describe('the end', () => {
  it('is told after the last move, and shows the result', async () => {
    for (const step of script.steps) listener.played(step)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(match.spoken).toMatch(/Level won\. All goals met\.$/)
    expect(match.resultOpen).toBe(true)
    match.move('a1-a2', true)
    expect(sent).toEqual([])
  })
})
