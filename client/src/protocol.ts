// The messages of the wire: see docs/protocol.md.

export interface Slide {
  kind: 'slide'
  wave: number
  from: string
  to: string
}
export interface Spawn {
  kind: 'spawn'
  wave: number
  at: string
  token: string
  drop?: number
}
export interface Clear {
  kind: 'clear'
  wave: number
  at: string
}
export interface Change {
  kind: 'change'
  wave: number
  at: string
  token: string
}
export interface Score {
  kind: 'score'
  wave: number
  points: number
  seat?: number
  at?: string | null
}
export interface Note {
  kind: 'note'
  wave: number
  what: string
  at?: string | null
  token?: string | null
  value?: number
  seen_by?: number[] | null
}
export type Event = Slide | Spawn | Clear | Change | Score | Note

export interface Goal {
  key: string
  left: number
  of: number
}
export interface Outcome {
  result: string
  reason: string
  winners: number[]
  totals: number[]
}
export interface LevelInfo {
  id: string
  number: number
  name: string
  idea: string
  next: string | null
}
export interface Shown {
  rows: string[]
  position: { [key: string]: unknown }
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
  rules: { taps: boolean }
}

export interface Position {
  type: 'position'
  v: number
  cause: 'hello' | 'undo' | 'restart' | 'resync'
  state: Shown
}
export interface Played {
  type: 'played'
  v: number
  seat: number
  move: string
  events: Event[]
  points: number
  state: Shown
}
export interface Accepted {
  type: 'accepted'
  id: string
  v: number
}
export interface Refused {
  type: 'refused'
  id: string
  v: number
  code: string
  message: string
}
export interface HintGiven {
  type: 'hint'
  id: string
  v: number
  move: string
  sentence: string
}
export interface Pong {
  type: 'pong'
  t: number
}
export interface Failure {
  type: 'error'
  code: string
  message: string
}
export type ServerFrame = Position | Played | Accepted | Refused | HintGiven | Pong | Failure

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
}
export interface Pack {
  id: string
  title: string
  levels: LevelCard[]
}
export interface GameCard {
  name: string
  title: string
  packs: Pack[]
}
export interface Me {
  name: string
  recovery: string
}
export interface RuleExample {
  rule: string
  text: string
  rows: string[]
  move: string
  events: Event[]
  after: string[]
  points: number
  illegal?: string | null
}
export interface RuleSection {
  title: string
  text: string
  examples: RuleExample[]
}
export interface RuleBook {
  title: string
  sections: RuleSection[]
}
