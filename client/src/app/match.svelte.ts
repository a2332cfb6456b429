/** One match as the page sees it: frames come in, the board plays them in order, requests go out. */

import type { Board } from '../board/board'
import { moveSentence } from '../board/names'
import type { Event, Failure, HintGiven, Played, Position, Refused, Shown } from '../protocol'
import { buzz, synth } from '../sound'
import { text } from '../text'
import { socketUrl } from './api'
import { Connection, type Status } from './connection'
import { settings } from './settings.svelte'
import { soundsOf } from './sounds'

export interface Sentence {
  kind: 'info' | 'hint' | 'refused'
  text: string
}

const IDLE = 8000
/** Failures that trying again will not mend. */
const FINAL = new Set(['no-match', 'no-guest', 'rules', 'bad-level', 'origin'])
const RESULT_AFTER = 1100

export class Match {
  shown = $state.raw<Shown | null>(null)
  status = $state<Status>('connecting')
  sentence = $state.raw<Sentence | null>(null)
  spoken = $state('')
  cascade = $state(0)
  score = $state(0)
  movesLeft = $state<number | null>(null)
  playing = $state(false)
  hinted = $state.raw<HintGiven | null>(null)
  resultOpen = $state(false)
  failure = $state('')
  /** The ability waits for its target. */
  aiming = $state(false)
  /** Points for an empty board, as far as this page saw them made. */
  clearBonus = $state(0)
  /** How often what was shown did not equal what the server said. */
  drift = 0

  #board: Board | null = null
  #v = -1
  #queue: (Played | Position)[] = []
  #pumping = false
  #held: (() => void) | null = null
  #quietHint = ''
  #idle: ReturnType<typeof setTimeout> | undefined
  #resultTimer: ReturnType<typeof setTimeout> | undefined
  readonly #connection: Connection

  constructor(
    readonly id: string,
    connection?: (listener: ConstructorParameters<typeof Connection>[1]) => Connection,
  ) {
    const listener = {
      position: (frame: Position) => this.#enqueue(frame),
      played: (frame: Played) => this.#enqueue(frame),
      refused: (frame: Refused) => this.#refused(frame),
      hint: (frame: HintGiven) => this.#hinted(frame),
      failure: ({ code, message }: Failure) => {
        if (FINAL.has(code)) {
          this.failure = message
          this.#connection.close()
        } else this.say('refused', message)
      },
      status: (status: Status) => {
        this.status = status
      },
    }
    this.#connection = connection?.(listener) ?? new Connection(socketUrl(id), listener)
  }

  open(board: Board): void {
    if (this.#connection.status === 'closed') return
    this.#board = board
    this.#connection.open()
  }

  close(): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#resultTimer)
    this.#connection.close()
    this.#board = null
  }

  get busy(): boolean {
    return this.playing || this.#queue.length > 0 || (this.#board?.busy ?? false)
  }

  /** A move made by hand. While something plays it is held, and made when the board has come to rest. */
  move(move: string, legal: boolean): void {
    if (this.busy) {
      this.#held = () => this.move(move, this.shown?.legal.includes(move) ?? false)
      return
    }
    if (this.#over()) return
    this.aiming = false
    this.#calm()
    if (legal && this.#board) this.#board.waiting = true
    else {
      this.#board?.refuse(move)
      synth.play('refuse')
      buzz([20, 40, 20])
    }
    this.#connection.request({ type: 'move', v: this.#v, move })
  }

  /** Whether the ability can be used now. */
  get ability(): string[] {
    const { shown } = this
    const word = shown?.mana?.ability
    if (!shown || !word) return []
    return shown.legal.filter((move) => move === word || move.startsWith(`${word} `))
  }

  /** Starts the ability: at once where it needs no target, else the next cell chosen is its target. */
  useAbility(): void {
    const mana = this.shown?.mana
    if (!mana || this.#over()) return
    if (this.aiming) {
      this.cancelAbility()
      return
    }
    if (this.busy) {
      this.#held = () => this.useAbility()
      return
    }
    const name = text.ability.name(mana.ability)
    const moves = this.ability
    if (moves.length === 0) {
      const missing = mana.full - mana.left
      this.say('refused', missing > 0 ? text.mana.notYet(name, missing) : text.mana.waits(name))
    } else if (moves[0] === mana.ability) this.move(mana.ability, true)
    else if (this.#board) {
      this.#calm()
      this.#board.aim(moves)
      this.aiming = this.#board.aiming
      synth.play('pick')
      this.say('info', text.mana.choose(name))
      this.#board.focus()
    }
  }

  cancelAbility(): void {
    if (!this.aiming) return
    this.#board?.aim([])
  }

  /** The board no longer waits for a target; silent when a move was made. */
  aimEnded(): void {
    if (!this.aiming) return
    this.aiming = false
    const name = text.ability.name(this.shown?.mana?.ability ?? '')
    this.say('info', text.mana.cancelled(name))
  }

  undo(): void {
    const { shown } = this
    if (!shown) return
    if (this.busy) {
      this.#held = () => this.undo()
      this.#board?.skip()
    } else if (shown.can_undo) this.#connection.request({ type: 'undo', v: this.#v })
    else this.say('refused', shown.undo_reason)
  }

  restart(): void {
    this.#board?.skip()
    this.resultOpen = false
    this.#connection.request({ type: 'restart', v: this.#v })
  }

  askHint(quiet = false): void {
    if (this.busy || this.#over()) return
    const id = this.#connection.request({ type: 'hint', v: this.#v })
    if (quiet) this.#quietHint = id
  }

  /** The player does something: hints stop, the clock of thought starts again. */
  touched(): void {
    synth.wake()
    this.#board?.hint(null)
    this.#think()
  }

  say(kind: Sentence['kind'], sentence: string): void {
    this.sentence = { kind, text: sentence }
    this.#speak(sentence)
  }

  wave(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === 'score') this.score += event.points
      if (event.kind === 'note' && event.what === 'bonus') this.clearBonus += event.value ?? 0
      if (event.kind === 'note' && event.what === 'cascade') this.cascade = event.value ?? 0
    }
    for (const { cue, delay } of soundsOf(events)) synth.play(cue, this.cascade, delay)
    if (events.some((event) => event.kind === 'note' && event.what === 'fired')) buzz(30)
  }

  drifted(shown: string[], truth: readonly string[], why: string): void {
    this.drift += 1
    console.warn('tilewright: the board was corrected:', why, { shown, truth })
  }

  #over(): boolean {
    return this.shown === null || this.shown.outcome !== null
  }

  #speak(sentence: string): void {
    this.spoken = this.spoken === sentence ? `${sentence}\u00a0` : sentence
  }

  #calm(): void {
    this.sentence = null
    this.hinted = null
    this.touched()
  }

  #enqueue(frame: Played | Position): void {
    if (frame.type === 'position') {
      this.#queue = []
      this.#board?.skip()
    }
    this.#queue.push(frame)
    void this.#pump()
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return
    this.#pumping = true
    for (let frame = this.#queue.shift(); frame; frame = this.#queue.shift()) {
      if (frame.type === 'played') await this.#play(frame)
      else this.#show(frame)
    }
    this.#pumping = false
    this.#release()
  }

  /** What was held while something played is done now. */
  #release(): void {
    const held = this.#held
    this.#held = null
    held?.()
  }

  #show({ v, cause, state }: Position): void {
    if (!this.#board) return
    const first = this.shown === null
    this.#board.waiting = false
    this.#board.show(state.rows)
    this.cascade = 0
    if (state.moves_made === 0) this.clearBonus = 0
    this.#settle(v, state)
    if (first && !document.querySelector('dialog[open]')) this.#board.focus()
    if (cause === 'undo') this.say('info', text.play.undone)
    else if (cause === 'restart') this.say('info', text.play.restarted)
    else if (first) this.#speak(text.play.started(state.level.name, goalsSentence(state)))
    if (!state.outcome) this.resultOpen = false
    else if (first) this.resultOpen = true
  }

  async #play(frame: Played): Promise<void> {
    if (!this.#board) return
    const { state, events } = frame
    this.#board.waiting = false
    this.playing = true
    this.sentence = null
    this.hinted = null
    this.cascade = 0
    this.movesLeft = state.moves_left
    await this.#board.play(events, state.rows)
    this.playing = false
    const sentence = [moveSentence(frame, goalsMet(this.shown, state)), ...manaNews(this.shown, state)].join(
      ' ',
    )
    this.#settle(frame.v, state)
    this.#speak(state.outcome ? `${sentence} ${outcomeSentence(state)}` : sentence)
    if (state.outcome) this.#finish(state)
    setTimeout(() => {
      if (!this.playing) this.cascade = 0
    }, 700)
  }

  #settle(v: number, state: Shown): void {
    this.#v = v
    this.shown = state
    this.score = state.score
    this.movesLeft = state.moves_left
    this.#board?.setLegal(state.outcome ? [] : state.legal)
    this.#think()
  }

  #finish(state: Shown): void {
    const won = state.outcome?.result === 'won'
    synth.play(won ? 'won' : 'lost')
    buzz(won ? [40, 60, 40, 60, 120] : 120)
    if (won) this.#board?.celebrate()
    clearTimeout(this.#resultTimer)
    this.#resultTimer = setTimeout(() => {
      this.resultOpen = this.shown?.outcome !== null
    }, RESULT_AFTER)
  }

  #refused(frame: Refused): void {
    if (frame.id === this.#quietHint) return
    if (this.#board) {
      this.#board.waiting = false
      this.#board.settle()
    }
    this.say('refused', frame.message)
    this.#release()
  }

  #hinted(frame: HintGiven): void {
    const quiet = frame.id === this.#quietHint
    this.#quietHint = ''
    if (frame.v !== this.#v || this.playing) return
    if (!frame.move) {
      if (!quiet) this.say('hint', frame.sentence || text.play.noHint)
      return
    }
    this.hinted = frame
    this.#board?.hint(frame.move)
    if (quiet) return
    synth.play('hint')
    this.say('hint', frame.sentence)
  }

  #think(): void {
    clearTimeout(this.#idle)
    if (!settings.choices.hints || this.#over()) return
    this.#idle = setTimeout(() => {
      if (!document.querySelector('dialog[open]')) this.askHint(true)
    }, IDLE)
  }
}

/** What to say when the meter has just become full. */
function manaNews(before: Shown | null, { mana, outcome }: Shown): string[] {
  const filled = mana && mana.left >= mana.full && (before?.mana?.left ?? 0) < mana.full
  return filled && !outcome ? [text.mana.ready(text.ability.name(mana.ability))] : []
}

/** What the rules multiply points by in a cascade; the last number they name holds for all later ones. */
export function multiplierOf(shown: Shown | null, cascade: number): number {
  const { multipliers } = shown?.rules ?? { multipliers: [] }
  return multipliers[Math.min(cascade, multipliers.length - 1)] ?? cascade + 1
}

export function outcomeSentence({ outcome }: Shown): string {
  if (!outcome) return ''
  const head = { won: text.result.won, lost: text.result.lost }[outcome.result] ?? text.result.over
  return `${head}. ${text.result.reasons[outcome.reason] ?? ''}`.trim()
}

export function goalsSentence({ goals, moves_left }: Shown): string {
  const parts = goals.map(({ key, left, of }) => text.goal.left(key, left, of))
  if (moves_left !== null) parts.push(text.move.left(moves_left))
  return parts.join('. ')
}

/** The keys of the goals that a move has met. */
function goalsMet(before: Shown | null, now: Shown): string[] {
  const open = new Set(before?.goals.filter(({ left }) => left > 0).map(({ key }) => key))
  return now.goals.filter(({ key, left }) => left === 0 && open.has(key)).map(({ key }) => key)
}
