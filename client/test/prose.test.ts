import { describe, expect, it } from 'vitest'
import { blocksOf, spansOf } from '../src/app/prose'

describe('prose', () => {
  it('knows paragraphs, lists and tables', () => {
    const source =
      'One\ntwo.\n\nThen:\n- a\n  goes on\n- b\n\n| A | B |\n| --- | --- |\n| `-` or `|` | x |\n\n### Head'
    expect(blocksOf(source)).toEqual([
      { kind: 'paragraph', text: 'One two.' },
      { kind: 'paragraph', text: 'Then:' },
      { kind: 'list', items: ['a goes on', 'b'] },
      { kind: 'table', head: ['A', 'B'], rows: [['`-` or `|`', 'x']] },
      { kind: 'heading', text: 'Head' },
    ])
  })

  it('knows code, strong and emphasis, and leaves the rest alone', () => {
    expect(spansOf('**M6.** a `*` and *b* * c')).toEqual([
      { mark: 'strong', text: 'M6.' },
      { mark: '', text: ' a ' },
      { mark: 'code', text: '*' },
      { mark: '', text: ' and ' },
      { mark: 'em', text: 'b' },
      { mark: '', text: ' * c' },
    ])
  })

  it('has nothing to say of nothing', () => {
    expect(blocksOf('\n \n')).toEqual([])
  })
})
