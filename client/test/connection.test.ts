import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection, PING, RESEND, SILENCE } from '../src/app/connection'
import type { Played, Position, Shown } from '../src/protocol'

class Wire {
  static made: Wire[] = []
  readyState = 0
  sent: Record<string, unknown>[] = []
  closed = false
  onopen: ((event: never) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null
  onclose: ((event: never) => void) | null = null

  constructor() {
    Wire.made.push(this)
  }
  open() {
    this.readyState = 1
    this.onopen?.({} as never)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  say(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) } as MessageEvent)
  }
  close() {
    this.closed = true
    this.readyState = 3
  }
  drop() {
    this.readyState = 3
    this.onclose?.({} as never)
  }
  of(type: string) {
    return this.sent.filter((frame) => frame.type === type)
  }
}

const state = { rows: ['r'] } as unknown as Shown
const position = (v: number): Position => ({ type: 'position', v, cause: 'hello', state })
const played = (v: number): Played => ({
  type: 'played',
  v,
  seat: 0,
  move: 'a1-a2',
  events: [],
  points: 0,
  state,
})

const listener = {
  position: vi.fn(),
  played: vi.fn(),
  refused: vi.fn(),
  hint: vi.fn(),
  failure: vi.fn(),
  status: vi.fn(),
}
let connection: Connection
const wire = () => Wire.made.at(-1) as Wire

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  Wire.made = []
  connection = new Connection('ws://test.invalid/', listener, () => new Wire())
  connection.open()
  wire().open()
})
afterEach(() => connection.close())

describe('greeting', () => {
  it('says hello with what it has, and is live with the first position', () => {
    expect(wire().sent[0]).toEqual({ type: 'hello', since: -1 })
    wire().say(position(3))
    expect(connection.v).toBe(3)
    expect(listener.status).toHaveBeenLastCalledWith('live')
    expect(listener.position).toHaveBeenCalledTimes(1)
  })
})

describe('frames', () => {
  beforeEach(() => wire().say(position(3)))

  it('are taken in order', () => {
    wire().say(played(4))
    wire().say(played(5))
    expect(listener.played).toHaveBeenCalledTimes(2)
    expect(connection.v).toBe(5)
  })

  it('that are known already are ignored', () => {
    wire().say(played(4))
    wire().say(played(4))
    wire().say(played(2))
    expect(listener.played).toHaveBeenCalledTimes(1)
  })

  it('after a gap make it say hello again, once', () => {
    wire().say(played(6))
    wire().say(played(7))
    expect(listener.played).not.toHaveBeenCalled()
    expect(wire().of('hello')).toEqual([
      { type: 'hello', since: -1 },
      { type: 'hello', since: 3 },
    ])
    wire().say(position(7))
    wire().say(played(8))
    expect(connection.v).toBe(8)
  })

  it('that are no JSON do no harm', () => {
    wire().onmessage?.({ data: '{' } as MessageEvent)
    wire().say(played(4))
    expect(connection.v).toBe(4)
  })
})

describe('requests', () => {
  beforeEach(() => wire().say(position(3)))

  it('are sent again with the same id until they are answered', () => {
    const id = connection.request({ type: 'move', v: 3, move: 'a1-a2' })
    vi.advanceTimersByTime(RESEND - 1)
    expect(wire().of('move')).toHaveLength(1)
    vi.advanceTimersByTime(1 + RESEND)
    expect(wire().of('move')).toHaveLength(3)
    expect(
      new Set(
        wire()
          .of('move')
          .map((frame) => frame.id),
      ),
    ).toEqual(new Set([id]))
    wire().say({ type: 'accepted', id, v: 4 })
    vi.advanceTimersByTime(PING)
    expect(wire().of('move')).toHaveLength(3)
    expect(connection.waiting).toBe(false)
  })

  it('have ids of their own', () => {
    const ids = [1, 2, 3].map(() => connection.request({ type: 'hint', v: 3 }))
    expect(new Set(ids).size).toBe(3)
  })

  it('are answered once: a repeated refusal is not told twice', () => {
    const id = connection.request({ type: 'move', v: 3, move: 'a1-a2' })
    const refusal = { type: 'refused', id, v: 3, code: 'illegal', message: 'No.' }
    wire().say(refusal)
    wire().say(refusal)
    expect(listener.refused).toHaveBeenCalledTimes(1)
  })

  it('left open by a lost connection go out again on the next, after hello', () => {
    const id = connection.request({ type: 'move', v: 3, move: 'a1-a2' })
    wire().drop()
    vi.advanceTimersByTime(300)
    wire().open()
    expect(wire().sent.slice(0, 2)).toEqual([
      { type: 'hello', since: 3 },
      { type: 'move', v: 3, move: 'a1-a2', id },
    ])
  })

  it('made while there is no connection wait for it', () => {
    wire().drop()
    connection.request({ type: 'undo', v: 3 })
    vi.advanceTimersByTime(300)
    wire().open()
    expect(wire().of('undo')).toHaveLength(1)
  })
})

describe('life', () => {
  beforeEach(() => wire().say(position(0)))

  it('pings after each pong', () => {
    expect(wire().of('ping')).toHaveLength(1)
    wire().say({ type: 'pong', t: 1 })
    vi.advanceTimersByTime(PING)
    expect(wire().of('ping')).toHaveLength(2)
  })

  it('drops a silent socket and comes back with since', () => {
    const first = wire()
    vi.advanceTimersByTime(SILENCE)
    expect(first.closed).toBe(true)
    expect(listener.status).toHaveBeenLastCalledWith('reconnecting')
    vi.advanceTimersByTime(3500)
    expect(Wire.made.length).toBeGreaterThan(1)
    wire().open()
    expect(wire().sent[0]).toEqual({ type: 'hello', since: 0 })
    wire().say(position(0))
    expect(listener.status).toHaveBeenLastCalledWith('live')
  })

  it('never waits longer than 3.5 s to try again, and slows down to that', () => {
    const waits: number[] = []
    for (let i = 0; i < 6; i += 1) {
      const before = Wire.made.length
      wire().drop()
      let waited = 0
      while (Wire.made.length === before) {
        vi.advanceTimersByTime(100)
        waited += 100
      }
      waits.push(waited)
    }
    expect(Math.max(...waits)).toBe(3500)
    expect(waits[0]).toBeLessThan(1000)
  })

  it('hears nothing more from a socket it has dropped', () => {
    const first = wire()
    first.drop()
    vi.advanceTimersByTime(300)
    first.say(played(1))
    expect(listener.played).not.toHaveBeenCalled()
  })

  it('ends for good when closed', () => {
    connection.close()
    vi.advanceTimersByTime(60_000)
    expect(Wire.made).toHaveLength(1)
    expect(listener.status).toHaveBeenLastCalledWith('closed')
  })

  it('passes on that it cannot go on', () => {
    wire().say({ type: 'error', code: 'unknown', message: 'There is no such match.' })
    expect(listener.failure).toHaveBeenCalledWith({
      type: 'error',
      code: 'unknown',
      message: 'There is no such match.',
    })
  })
})
