import { askPatiently, type Patience } from './ask-patiently.ts'
import type { Session } from './session.ts'

interface RefreshWorld extends Patience {
  fetch: typeof fetch
  session: Session
  /** Missing in browsers without the Web Locks API and in tests of one tab. */
  locks?: Pick<LockManager, 'request'> | undefined
  /** Sends the new token to the other tabs. */
  announce?: ((token: string | null) => void) | undefined
}

type RefreshOutcome = 'refreshed' | 'refused' | 'unreachable'

/**
 * Only one refresh at a time in all tabs: a second caller waits for the first and uses its token. A server that is
 * busy, at fault or silent is `unreachable`; every other answer without a token ends the session.
 */
export function createRefresher(world: RefreshWorld): () => Promise<RefreshOutcome> {
  let underWay: Promise<RefreshOutcome> | null = null

  async function refresh(): Promise<RefreshOutcome> {
    const before = world.session.token()
    const run = async (): Promise<RefreshOutcome> => {
      if (world.session.token() !== before && world.session.token() !== null) return 'refreshed'
      return ask(world)
    }
    return world.locks ? world.locks.request('session-refresh', run) : run()
  }

  return () => {
    underWay ??= refresh().finally(() => {
      underWay = null
    })
    return underWay
  }
}

async function ask(world: RefreshWorld): Promise<RefreshOutcome> {
  let response: Response
  try {
    response = await askPatiently(
      () => world.fetch('/api/v3/auth/token/refresh', { method: 'POST', credentials: 'same-origin' }),
      world,
    )
  } catch {
    return 'unreachable'
  }
  if (response.status >= 500 || response.status === 429) return 'unreachable'
  if (!response.ok) return 'refused'
  const { access_token } = (await response.json()) as { access_token: string }
  world.session.set(access_token)
  world.announce?.(access_token)
  return 'refreshed'
}
