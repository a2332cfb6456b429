import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Listener, Request } from '../src/app/connection'
import Mana from '../src/app/Mana.svelte'
import { Match, multiplierOf } from '../src/app/match.svelte'
import { Board } from '../src/board/board'
import type { Position } from '../src/protocol'
import { installAnimations } from './animation'
import { transcripts } from './fake/server'

const script = transcripts.find(({ first }) => first.state.mana) as (typeof transcripts)[number]

let listener: Listener
let sent: Request[]
let board: Board
let match: Match

beforeEach(() => {
  vi.useFakeTimers()
  installAnimations()
  document.body.innerHTML = '<div id="host"></div><div id="mana"></div>'
  sent = []
  match = new Match('test-6', (given) => {
    listener = given
    return {
      open: vi.fn(),
      close: vi.fn(),
      request: (request: Request) => `id-${sent.push(request)}`,
    } as unknown as ReturnType<NonNullable<ConstructorParameters<typeof Match>[1]>>
  })
  board = new Board(document.getElementById('host') as HTMLElement, {
    onMove: (move, legal) => match.move(move, legal),
    onAimEnd: () => match.aimEnded(),
  })
  match.open(board)
  listener.position(script.first)
})
afterEach(() => match.close())

const cell = (square: string) => document.querySelector<HTMLElement>(`[data-square=${square}]`) as HTMLElement
const press = (key: string) =>
  cell(board.grid.cursor).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
const aims = () => [...document.querySelectorAll<HTMLElement>('.is-aim')].map((at) => at.dataset.square)

function changed(mana: Partial<NonNullable<Position['state']['mana']>>, legal?: string[]): Position {
  const { state } = script.first
  if (!state.mana) throw new Error('the script has no mana')
  const now = { ...state, mana: { ...state.mana, ...mana }, legal: legal ?? state.legal }
  return { ...script.first, cause: 'resync', state: now }
}

it('marks exactly the targets that the server allows, and says how to choose', () => {
  match.useAbility()
  const allowed = script.first.state.legal.filter((move) => move.startsWith('cross '))
  expect(aims().sort()).toEqual(allowed.map((move) => move.slice(6)).sort())
  expect(match.aiming).toBe(true)
  expect(match.spoken).toBe('Thunder Cross: choose a target. Enter or Space uses it, Escape cancels.')
  expect(cell('a1').getAttribute('aria-label')).toContain('can be targeted')
})

it('plays the ability on the cell under the cursor, and aims no more', async () => {
  match.useAbility()
  press('ArrowRight')
  press('ArrowDown')
  press('Enter')
  expect(sent).toEqual([{ type: 'move', v: 0, move: 'cross b2' }])
  expect(match.aiming).toBe(false)
  expect(aims()).toEqual([])
  const step = script.steps[0] as (typeof script.steps)[number]
  listener.played(step)
  await vi.advanceTimersByTimeAsync(9000)
  expect(match.spoken).toMatch(/^Thunder Cross on \w\d: .*cleared/)
  expect(match.drift).toBe(0)
})

it('is put away with Escape, and a swap is a swap again', () => {
  match.useAbility()
  press('Escape')
  expect(match.aiming).toBe(false)
  expect(aims()).toEqual([])
  expect(match.spoken).toBe('Thunder Cross is put away; the mana stays.')
  press(' ')
  expect(cell(board.grid.cursor).getAttribute('aria-selected')).toBe('true')
  expect(sent).toEqual([])
})

it('ignores a cell that is no target', () => {
  listener.position(changed({ ability: 'gift', affinity: 'p' }, ['gift b1']))
  match.useAbility()
  press(' ')
  expect(sent).toEqual([])
  expect(match.aiming).toBe(true)
})

it('plays at once what needs no target', () => {
  listener.position(changed({ ability: 'regrow', affinity: 'g' }, ['regrow']))
  match.useAbility()
  expect(sent).toEqual([{ type: 'move', v: 0, move: 'regrow' }])
})

it('says what is missing while the meter is not full', () => {
  listener.position(changed({ left: 9 }, ['a1-a2']))
  match.useAbility()
  expect(match.spoken).toBe('Thunder Cross needs 6 more mana.')
  expect(match.aiming).toBe(false)
})

it('shows the meter, what the ability does and the free moves', () => {
  const view = mount(Mana, { target: document.getElementById('mana') as HTMLElement, props: { match } })
  const meter = document.querySelector('[role=meter]') as HTMLElement
  const button = document.querySelector('[data-ability]') as HTMLElement
  flushSync()
  expect(meter.getAttribute('aria-valuetext')).toBe('15 of 15')
  expect(button.getAttribute('aria-disabled')).toBe('false')
  listener.position(changed({ left: 4, free_moves: 2 }, ['a1-a2']))
  flushSync()
  expect(meter.getAttribute('aria-valuenow')).toBe('4')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById('mana')?.textContent).toContain('2 free moves')
  expect(document.getElementById('ability-does')?.textContent).toContain('row and the column')
  void unmount(view)
})

it('counts cascades with the multipliers of the rules', () => {
  expect([1, 2, 3, 4, 9].map((n) => multiplierOf(script.first.state, n))).toEqual([2, 3, 5, 10, 10])
})
