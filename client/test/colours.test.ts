import { expect, it } from 'vitest'

const sources = import.meta.glob<string>('../src/**/*.{ts,css,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const COLOUR =
  /(?<![\w.])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!\()|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(|:\s*(?:white|black|red|green|blue|gr[ae]y)\b/i

it('finds the sources', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(40)
  expect(sources['../src/themes/tokens.css']).toMatch(COLOUR)
})

it.each(Object.entries(sources).filter(([name]) => !name.endsWith('/tokens.css')))(
  '%s holds no colour',
  (_, source) => {
    expect(source.match(COLOUR)?.[0] ?? '').toBe('')
  },
)

it('names no token that the theme does not have', () => {
  const tokens = new Set(sources['../src/themes/tokens.css']?.match(/--[a-z0-9-]+(?=:)/g))
  const own = ['--cell', '--columns', '--rows', '--margin', '--size', '--n', '--level', '--icon']
  const used = Object.values(sources).flatMap(
    (source) => source.match(/(?<=var\()--[a-z0-9-]+(?=[),])/g) ?? [],
  )
  expect([...new Set(used)].filter((name) => !tokens.has(name) && !own.includes(name))).toEqual([])
})
