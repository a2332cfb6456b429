/** The server's HTTP answers. A failed request becomes an error whose message is a sentence for the player. */

import type { GameCard, Me, OpenMatch, RuleBook } from '../protocol'
import { text } from '../text'

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(path, { credentials: 'same-origin', ...init })
  } catch {
    throw new ApiError('network', text.error.network)
  }
  const body: unknown = await answer.json().catch(() => null)
  if (!answer.ok) {
    const error = (body as { error?: { code?: string; message?: string } } | null)?.error
    throw new ApiError(error?.code ?? String(answer.status), error?.message ?? text.error.strange)
  }
  if (body === null) throw new ApiError('strange', text.error.strange)
  return body as T
}

function post<T>(path: string, body: object): Promise<T> {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export const api = {
  me: () => ask<Me>('api/me'),
  recover: (recovery: string) => post<Me>('api/me/recover', { recovery }),
  games: () => ask<GameCard[]>('api/games'),
  matches: () => ask<OpenMatch[]>('api/matches'),
  newMatch: (level: string) => post<{ match: string }>('api/matches', { level }),
  rules: (game: string) => ask<RuleBook>(`api/rules/${encodeURIComponent(game)}`),
  recordUrl: (match: string) => `api/matches/${encodeURIComponent(match)}/record`,
}

/** The address of a match's socket, beside the page. */
export function socketUrl(match: string, page: string = document.baseURI): string {
  const url = new URL(`ws/match/${encodeURIComponent(match)}`, page)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.hash = ''
  return url.href
}
