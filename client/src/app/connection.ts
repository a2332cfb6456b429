/** The wire of one match, by the rules of docs/protocol.md: frames in order, requests answered once, a connection
    that heals itself. Knows nothing of boards. */

import type { Failure, HintGiven, Played, Position, Refused, ServerFrame } from '../protocol'

export const RESEND = 2500
export const PING = 2500
export const SILENCE = 9000
export const RETRY = [300, 1000, 2000, 3500] as const

export type Status = 'connecting' | 'live' | 'reconnecting' | 'closed'

export interface Listener {
  position(frame: Position): void
  played(frame: Played): void
  refused(frame: Refused): void
  hint(frame: HintGiven): void
  failure(frame: Failure): void
  status(status: Status): void
}

export type Request =
  | { type: 'move'; v: number; move: string }
  | { type: 'undo'; v: number }
  | { type: 'restart'; v: number; seed?: number }
  | { type: 'hint'; v: number }

interface Socket {
  readyState: number
  send(text: string): void
  close(): void
  onopen: ((event: never) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onclose: ((event: never) => void) | null
}

interface Pending {
  frame: Request & { id: string }
  timer: ReturnType<typeof setTimeout> | undefined
}

const OPEN = 1

export class Connection {
  /** The number of log entries that this client has; −1 before the first position. */
  v = -1
  status: Status = 'connecting'
  #socket: Socket | null = null
  #pending = new Map<string, Pending>()
  #resyncing = false
  #failures = 0
  #pingTimer: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #ids = 0
  readonly #session = Math.random().toString(36).slice(2, 10)

  constructor(
    readonly url: string,
    readonly listener: Listener,
    readonly connect: (url: string) => Socket = (address) => new WebSocket(address) as unknown as Socket,
  ) {}

  open(): void {
    this.#retry = undefined
    const socket = this.connect(this.url)
    this.#socket = socket
    socket.onopen = () => {
      if (socket !== this.#socket) return
      this.#hello()
      for (const id of this.#pending.keys()) this.#transmit(id)
      this.#ping()
    }
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(String(event.data))
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost()
    }
    this.#listen()
  }

  close(): void {
    this.#become('closed')
    this.#drop()
    clearTimeout(this.#retry)
    for (const { timer } of this.#pending.values()) clearTimeout(timer)
    this.#pending.clear()
  }

  /** Sends a request until it is answered; gives its id. */
  request(request: Request): string {
    this.#ids += 1
    const id = `${this.#session}-${this.#ids}`
    this.#pending.set(id, { frame: { ...request, id }, timer: undefined })
    this.#transmit(id)
    return id
  }

  /** Whether a request still waits for its answer. */
  get waiting(): boolean {
    return this.#pending.size > 0
  }

  #transmit(id: string): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    clearTimeout(pending.timer)
    this.#send(pending.frame)
    pending.timer = setTimeout(() => this.#transmit(id), RESEND)
  }

  #send(frame: object): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #hello(): void {
    this.#resyncing = true
    this.#send({ type: 'hello', since: this.v })
  }

  #receive(data: string): void {
    let frame: ServerFrame
    try {
      frame = JSON.parse(data) as ServerFrame
    } catch {
      return
    }
    this.#listen()
    switch (frame.type) {
      case 'position':
        this.#live()
        this.#resyncing = false
        this.v = frame.v
        this.listener.position(frame)
        break
      case 'played':
        this.#live()
        this.#played(frame)
        break
      case 'accepted':
        this.#answered(frame.id)
        break
      case 'refused':
        if (this.#answered(frame.id)) this.listener.refused(frame)
        break
      case 'hint':
        if (this.#answered(frame.id)) this.listener.hint(frame)
        break
      case 'pong':
        clearTimeout(this.#pingTimer)
        this.#pingTimer = setTimeout(() => this.#ping(), PING)
        break
      case 'error':
        // whatever it is, it does not help to be quick about the next try
        this.#failures = RETRY.length - 1
        this.listener.failure(frame)
        break
    }
  }

  #played(frame: Played): void {
    if (frame.v <= this.v) return
    if (frame.v > this.v + 1) {
      if (!this.#resyncing) this.#hello()
      return
    }
    this.#resyncing = false
    this.v = frame.v
    this.listener.played(frame)
  }

  #answered(id: string): boolean {
    const pending = this.#pending.get(id)
    if (!pending) return false
    clearTimeout(pending.timer)
    return this.#pending.delete(id)
  }

  #live(): void {
    this.#failures = 0
    this.#become('live')
  }

  #ping(): void {
    clearTimeout(this.#pingTimer)
    this.#send({ type: 'ping', t: Math.round(performance.now()) })
  }

  /** Any frame is a sign of life; without one for long the socket is dropped. */
  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#lost(), SILENCE)
  }

  #lost(): void {
    this.#drop()
    if (this.status === 'closed') return
    this.#become('reconnecting')
    const wait = RETRY[Math.min(this.#failures, RETRY.length - 1)] ?? 0
    this.#failures += 1
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.open(), wait)
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    clearTimeout(this.#pingTimer)
    clearTimeout(this.#silence)
    try {
      socket?.close()
    } catch {
      // a socket that never opened may refuse to close
    }
  }

  #become(status: Status): void {
    if (this.status === status || this.status === 'closed') return
    this.status = status
    this.listener.status(status)
  }
}
