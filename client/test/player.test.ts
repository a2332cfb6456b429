import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Board } from '../src/board/board'
import type { Event } from '../src/protocol'
import { installAnimations } from './animation'
import { transcripts } from './fake/server'
import { paint } from './paint'

let host: HTMLElement
beforeEach(() => {
  document.body.innerHTML = '<div id="host"></div>'
  host = document.getElementById('host') as HTMLElement
  vi.useFakeTimers()
  installAnimations()
})

function boardWith(rows: readonly string[]) {
  const drift = vi.fn()
  const board = new Board(host, { hooks: { drift } })
  board.show(rows)
  return { board, drift }
}

async function played(board: Board, events: readonly Event[], rows: readonly string[]) {
  const done = board.play(events, rows)
  await vi.runAllTimersAsync()
  await done
  // what fades out may outlive its wave
  await vi.runAllTimersAsync()
}

describe.each(transcripts.map((script) => [script.first.state.level.name, script] as const))(
  '%s',
  (_, script) => {
    it('obeys the paint law', () => {
      let rows = script.first.state.rows
      for (const { events, state } of script.steps) {
        expect(paint(rows, events)).toEqual(state.rows)
        rows = state.rows
      }
    })

    it('is shown cell for cell as the server sent it', () => {
      const { board } = boardWith(script.first.state.rows)
      expect(board.rows()).toEqual(script.first.state.rows)
      expect(host.querySelectorAll('[role=row]').length).toBe(script.first.state.rows.length)
    })

    it('equals the new position after every move, without a correction', async () => {
      const { board, drift } = boardWith(script.first.state.rows)
      for (const { events, state } of script.steps) {
        await played(board, events, state.rows)
        expect(board.rows()).toEqual(state.rows)
      }
      expect(drift).not.toHaveBeenCalled()
      expect(host.querySelectorAll('.tw-ghost').length).toBe(0)
    })

    it('equals the new position when skipped at any wave', async () => {
      const { board, drift } = boardWith(script.first.state.rows)
      for (const [i, { events, state }] of script.steps.entries()) {
        const done = board.play(events, state.rows)
        await vi.advanceTimersByTimeAsync(i * 90)
        board.skip()
        expect(board.rows()).toEqual(state.rows)
        await vi.runAllTimersAsync()
        await done
        expect(board.rows()).toEqual(state.rows)
      }
      expect(drift).not.toHaveBeenCalled()
    })

    it('equals the new position with reduced motion', async () => {
      const { board, drift } = boardWith(script.first.state.rows)
      board.reduced = true
      for (const { events, state } of script.steps) await played(board, events, state.rows)
      expect(board.rows()).toEqual(script.steps.at(-1)?.state.rows)
      expect(drift).not.toHaveBeenCalled()
    })
  },
)

describe('a player that is told something wrong', () => {
  it('shows the truth all the same, and says so', async () => {
    const { board, drift } = boardWith(['r g b', 'g b r', 'b r g'])
    await played(board, [{ kind: 'clear', wave: 0, at: 'a1' }], ['r g b', 'g b r', 'b r .'])
    expect(board.rows()).toEqual(['r g b', 'g b r', 'b r .'])
    expect(drift).toHaveBeenCalledTimes(1)
  })

  it('survives an event that cannot be', async () => {
    const { board, drift } = boardWith(['r .', 'g b'])
    await played(board, [{ kind: 'slide', wave: 0, from: 'b1', to: 'a1' }], ['r .', 'g b'])
    expect(board.rows()).toEqual(['r .', 'g b'])
    expect(drift).toHaveBeenCalledWith(expect.anything(), ['r .', 'g b'], 'there is no piece on b1')
  })
})

describe('waves', () => {
  it('are never longer than 450 ms', async () => {
    const [script] = transcripts
    const { board } = boardWith(script?.first.state.rows ?? [])
    const waits: number[] = []
    const pause = board.motion.pause.bind(board.motion)
    board.motion.pause = (ms) => {
      waits.push(ms)
      return pause(ms)
    }
    for (const { events, state } of script?.steps ?? []) await played(board, events, state.rows)
    expect(Math.max(...waits)).toBeLessThanOrEqual(450)
    expect(waits.length).toBeGreaterThan(10)
  })
})
