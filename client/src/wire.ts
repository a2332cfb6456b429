/** The messages of the wire, and their unions, which have no name in the server's schema. */

import type { Accepted, Failure, HintGiven, Played, Pong, Position, Refused } from './protocol'

export type * from './protocol'

export type Event = Played['events'][number]
export type ServerFrame = Position | Played | Accepted | Refused | HintGiven | Pong | Failure
