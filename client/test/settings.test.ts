import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const KEY = 'tilewright.settings'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

const fresh = async () => (await import('../src/app/settings.svelte')).settings

describe('settings', () => {
  it('are remembered', async () => {
    ;(await fresh()).set('muted', true)
    vi.resetModules()
    expect((await fresh()).choices.muted).toBe(true)
  })

  it.each(['{', 'null', '[]', '7', '{"muted": "yes", "volume": null}'])(
    'fall back to the defaults from %s',
    async (kept) => {
      localStorage.setItem(KEY, kept)
      const { choices } = await fresh()
      expect(choices.muted).toBe(false)
      expect(choices.volume).toBe(0.6)
    },
  )

  it('hold without storage too', async () => {
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new Error('blocked')
      },
      setItem() {
        throw new Error('blocked')
      },
    })
    const settings = await fresh()
    settings.set('scheme', 'dark')
    expect(settings.scheme).toBe('dark')
  })
})

describe('addresses', () => {
  it('are read and written alike', async () => {
    const { hashes, parseHash } = await import('../src/app/router.svelte')
    expect(parseHash('')).toEqual({ page: 'home' })
    expect(parseHash('#/nowhere/at/all')).toEqual({ page: 'home' })
    expect(parseHash(hashes.play('m/1 %'))).toEqual({ page: 'play', match: 'm/1 %' })
    expect(parseHash(hashes.level('designer-v1/01'))).toEqual({ page: 'level', level: 'designer-v1/01' })
    expect(parseHash('#/play/%')).toEqual({ page: 'play', match: '%' })
  })

  it('of sockets stand beside the page, whatever its origin', async () => {
    const { socketUrl } = await import('../src/app/api')
    expect(socketUrl('abc', 'http://localhost:8000/#/play/abc')).toBe('ws://localhost:8000/ws/match/abc')
    expect(socketUrl('a/b', 'https://example.org/games/')).toBe('wss://example.org/games/ws/match/a%2Fb')
  })
})
