/** The address of the page after the #, read and followed. */

export type Route = { page: 'home' } | { page: 'play'; match: string } | { page: 'level'; level: string }

export function parseHash(hash: string): Route {
  const [, page, argument] = hash.replace(/^#/, '').split('/')
  if (argument && (page === 'play' || page === 'level')) {
    let name = argument
    try {
      name = decodeURIComponent(argument)
    } catch {
      // a stray percent sign: take the text as it is
    }
    return page === 'play' ? { page, match: name } : { page, level: name }
  }
  return { page: 'home' }
}

export const hashes = {
  home: '#/',
  play: (match: string) => `#/play/${encodeURIComponent(match)}`,
  level: (level: string) => `#/level/${encodeURIComponent(level)}`,
}

class Router {
  route = $state.raw<Route>(parseHash(location.hash))

  constructor() {
    addEventListener('hashchange', () => {
      this.route = parseHash(location.hash)
    })
  }

  go(hash: string): void {
    location.hash = hash
  }

  /** Goes on without leaving the present page in the history. */
  replace(hash: string): void {
    history.replaceState(history.state, '', hash)
    this.route = parseHash(hash)
  }
}

export const router = new Router()
