// The messages between server and browser: made by "npm run types" from the server's schema; not for editing.

/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ClientFrame".
 */
export type ClientFrame = Hello | MoveWanted | UndoWanted | RestartWanted | HintWanted | Ping
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Event".
 */
export type Event = Slide | Spawn | Clear | Change | Score | Note
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ServerFrame".
 */
export type ServerFrame = Position | Played | Accepted | Refused | HintGiven | Pong | Failure

/**
 * The request with this id is stored.
 */
export interface Accepted {
  type: 'accepted'
  id: string
  v: number
}
/**
 * The cell `at` now reads `token` (the whole cell: piece, marks and ground).
 */
export interface Change {
  kind: 'change'
  wave: number
  at: string
  token: string
}
/**
 * The piece on `at` is gone; the ground under it stays.
 */
export interface Clear {
  kind: 'clear'
  wave: number
  at: string
}
/**
 * The first frame: what the client has already, −1 for nothing.
 */
export interface Hello {
  type: 'hello'
  since?: number
}
/**
 * Play a move on the position `v`.
 */
export interface MoveWanted {
  type: 'move'
  id: string
  v: number
  move: string
}
/**
 * Take the last move back.
 */
export interface UndoWanted {
  type: 'undo'
  id: string
  v: number
}
/**
 * Start the level again, with the same seed or another.
 */
export interface RestartWanted {
  type: 'restart'
  id: string
  v: number
  seed?: number | null
}
/**
 * Ask for a good move.
 */
export interface HintWanted {
  type: 'hint'
  id: string
  v: number
}
/**
 * Answered by a pong with the same `t`.
 */
export interface Ping {
  type: 'ping'
  t: number
}
/**
 * The body of an answer with a 4xx or 5xx status.
 */
export interface ErrorAnswer {
  error: Fault
}
/**
 * What is wrong, for a program and for a person.
 */
export interface Fault {
  code: string
  message: string
}
/**
 * The piece on `from` moves to `to`; all slides of one wave happen at once.
 */
export interface Slide {
  kind: 'slide'
  wave: number
  from: string
  to: string
}
/**
 * A new piece stands on `at`; it fell in from `drop` cells above, 0 where it appears in place.
 */
export interface Spawn {
  kind: 'spawn'
  wave: number
  at: string
  token: string
  drop?: number
}
/**
 * `points` were made by `seat`, shown at the cell `at` if there is one.
 */
export interface Score {
  kind: 'score'
  wave: number
  points: number
  seat?: number
  at?: string | null
}
/**
 * Something worth showing or saying that changes no cell: fired, combo, cascade, reshuffle, goal …
 */
export interface Note {
  kind: 'note'
  wave: number
  what: string
  at?: string | null
  token?: string | null
  value?: number
  seen_by?: number[] | null
}
/**
 * What is no answer to a request; unless the code is `bad-frame`, the connection then closes.
 */
export interface Failure {
  type: 'error'
  code: string
  message: string
}
/**
 * A game and its packs.
 */
export interface GameCard {
  name: string
  title: string
  packs: Pack[]
}
/**
 * Levels in their order.
 */
export interface Pack {
  id: string
  title: string
  theme: string
  levels: LevelCard[]
}
/**
 * A level in the list, with what this guest has done in it.
 */
export interface LevelCard {
  id: string
  number: number
  name: string
  idea: string
  author: string
  rows: string[]
  moves: number | null
  goals: Goal[]
  rules: string
  stars: number
  best: number | null
  open: string | null
  theme: string
}
/**
 * A goal: `left` of `of` are still to do.
 */
export interface Goal {
  key: string
  left: number
  of: number
}
/**
 * A good move on the position `v`, and the same as a sentence.
 */
export interface HintGiven {
  type: 'hint'
  id: string
  v: number
  move: string
  sentence: string
}
/**
 * A part of the final total: the `score`, or what was added for `mana` or `moves` left.
 */
export interface LedgerLine {
  what: string
  points: number
}
/**
 * The level of a match; `next` is the level to play after it.
 */
export interface LevelInfo {
  id: string
  number: number
  name: string
  idea: string
  next: string | null
  theme: string
}
/**
 * The player's meter: `left` of `full` units are there to spend on the ability of the affinity.
 *
 * `free_moves` are the next moves that cost nothing.
 */
export interface Mana {
  left: number
  full: number
  affinity: string
  ability: string
  free_moves: number
}
/**
 * The id of a new match.
 */
export interface MatchMade {
  match: string
}
/**
 * Who the caller is, and the code that brings this guest back on another device.
 */
export interface Me {
  name: string
  recovery: string
}
/**
 * Start a match on a level; without a seed the server draws one.
 */
export interface NewMatch {
  level: string
  seed?: number | null
  practice?: boolean
}
/**
 * An unfinished match of the caller; `updated` is a time in UTC, ISO 8601.
 */
export interface OpenMatch {
  match: string
  level: string
  moves: number
  updated: string
}
/**
 * How a match ended; `ledger` is empty where the total is the score and nothing else.
 */
export interface Outcome {
  result: string
  reason: string
  winners: number[]
  totals: number[]
  ledger: LedgerLine[]
}
/**
 * A move was made.
 */
export interface Played {
  type: 'played'
  v: number
  seat: number
  move: string
  events: (Slide | Spawn | Clear | Change | Score | Note)[]
  points: number
  state: Shown
}
/**
 * All that a client shows of a position; the notation's object is in `position`, less what is hidden.
 */
export interface Shown {
  rows: string[]
  position: {}
  legal: string[]
  outcome: Outcome | null
  can_undo: boolean
  undo_reason: string
  moves_made: number
  score: number
  goals: Goal[]
  moves_left: number | null
  stars: number
  level: LevelInfo
  practice: boolean
  rules: RuleSwitches
  mana: Mana | null
}
/**
 * What the rules of the match allow that a player must know of beforehand.
 *
 * `multipliers` are of the points of cascade 0, 1, 2 and so on, the last also of all after it; empty
 * where the rules name none.
 */
export interface RuleSwitches {
  taps: boolean
  multipliers: number[]
}
/**
 * The answer to a ping, with its `t`.
 */
export interface Pong {
  type: 'pong'
  t: number
}
/**
 * The whole truth; shown without animation.
 */
export interface Position {
  type: 'position'
  v: number
  cause: 'hello' | 'restart' | 'resync' | 'undo'
  state: Shown
}
/**
 * A recovery code, as its owner typed it.
 */
export interface Recovery {
  recovery: string
}
/**
 * The request with this id changed nothing; `message` is a sentence for the player.
 */
export interface Refused {
  type: 'refused'
  id: string
  v: number
  code: string
  message: string
}
/**
 * The rules of a game.
 */
export interface RuleBook {
  title: string
  sections: RuleSection[]
}
/**
 * A heading of the rules page, its Markdown and its examples.
 */
export interface RuleSection {
  title: string
  text: string
  examples: RuleExample[]
}
/**
 * An executed example of the rules page; `move` is empty where it only shows a position.
 */
export interface RuleExample {
  rule: string
  text: string
  rows: string[]
  move: string
  events: (Slide | Spawn | Clear | Change | Score | Note)[]
  after: string[]
  points: number
  illegal?: string | null
}
