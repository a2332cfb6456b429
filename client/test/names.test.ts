import { describe, expect, it } from 'vitest'
import { cellName, moveSentence } from '../src/board/names'
import type { Event, Shown } from '../src/protocol'
import { transcripts } from './fake/server'

describe('the name of a cell', () => {
  it.each([
    ["r',", 'c4', 'ruby, c4, frozen one layer, on grass'],
    ["b''", 'a1', 'sapphire, a1, frozen 2 layers'],
    ['-', 'h8', 'horizontal rocket, h8'],
    ['y|', 'b2', 'topaz vertical rocket, b2'],
    ['[1]', 'b2', 'box, 1 hit to break, b2'],
    ['[3],,', 'b2', 'box, 3 hits to break, b2, on grass, 2 layers'],
    ['#', 'b2', 'hole, b2'],
    ['.', 'b2', 'empty, b2'],
    ['@', 'b2', 'artifact, b2'],
  ])('%s on %s', (text, square, name) => {
    expect(cellName(text, square)).toBe(name)
  })
})

describe('the sentence of a move', () => {
  const state = (moves_left: number | null) => ({ moves_left }) as Shown
  const events: Event[] = [
    { kind: 'slide', wave: 0, from: 'c3', to: 'c4' },
    ...['a1', 'b1', 'c1', 'd1', 'e1'].map((at): Event => ({ kind: 'clear', wave: 1, at })),
    { kind: 'note', wave: 1, what: 'crafted', at: 'c1', token: '-' },
  ]

  it('tells what happened and what is left', () => {
    expect(moveSentence({ move: 'c3-c4', events, points: 120, state: state(11) })).toBe(
      'Swapped c3 with c4: 5 cleared, horizontal rocket made, 120 points. 11 moves left.',
    )
  })

  it('has plurals, no empty parts and no moves where there is no limit', () => {
    expect(moveSentence({ move: 'c3!', events: [], points: 1, state: state(1) })).toBe(
      'Set off c3: 1 point. 1 move left.',
    )
    expect(moveSentence({ move: 'shuffle', events: [], points: 0, state: state(null) })).toBe(
      'Played shuffle.',
    )
  })

  it('names the goals just met', () => {
    expect(moveSentence({ move: 'a1-a2', events: [], points: 0, state: state(3) }, ['ice'])).toBe(
      'Swapped a1 with a2: goal met: ice. 3 moves left.',
    )
  })

  it('can be said for every recorded move', () => {
    for (const { steps } of transcripts) {
      for (const step of steps)
        expect(moveSentence(step)).toMatch(
          /^(Swapped|Set off|[A-Z][a-z]+ [A-Z][a-z]+ on) .*\d+ moves? left\.$/,
        )
    }
  })
})
