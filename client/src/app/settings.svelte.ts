/** What a player has chosen, remembered in this browser; without storage it lasts as long as the page. */

export type Scheme = 'auto' | 'light' | 'dark'
export type MotionChoice = 'auto' | 'full' | 'reduced'

interface Choices {
  muted: boolean
  volume: number
  vibration: boolean
  hints: boolean
  scheme: Scheme
  motion: MotionChoice
  introDone: boolean
}

const KEY = 'tilewright.settings'

const defaults: Choices = {
  muted: false,
  volume: 0.6,
  vibration: true,
  hints: true,
  scheme: 'auto',
  motion: 'auto',
  introDone: false,
}

function load(): Choices {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return sound(kept)
  } catch {
    return { ...defaults }
  }
}

/** Keeps of what was stored only what has the right type. */
function sound(kept: unknown): Choices {
  const known = Object.entries(defaults).map(([key, fallback]) => {
    const value = (kept as Record<string, unknown> | null)?.[key]
    return [key, typeof value === typeof fallback ? value : fallback]
  })
  return Object.fromEntries(known) as Choices
}

const query = (text: string) => (typeof matchMedia === 'function' ? matchMedia(text) : null)
const dark = query('(prefers-color-scheme: dark)')
const calm = query('(prefers-reduced-motion: reduce)')

class Settings {
  choices = $state(load())
  #systemDark = $state(dark?.matches ?? false)
  #systemCalm = $state(calm?.matches ?? false)

  constructor() {
    dark?.addEventListener('change', (event) => {
      this.#systemDark = event.matches
    })
    calm?.addEventListener('change', (event) => {
      this.#systemCalm = event.matches
    })
  }

  get scheme(): 'light' | 'dark' {
    const { scheme } = this.choices
    return scheme === 'auto' ? (this.#systemDark ? 'dark' : 'light') : scheme
  }

  get reduced(): boolean {
    const { motion } = this.choices
    return motion === 'auto' ? this.#systemCalm : motion === 'reduced'
  }

  set<K extends keyof Choices>(key: K, value: Choices[K]): void {
    this.choices[key] = value
    try {
      localStorage.setItem(KEY, JSON.stringify(this.choices))
    } catch {
      // storage is blocked or full: the choice holds until the page is left
    }
  }
}

export const settings = new Settings()
