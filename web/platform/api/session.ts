/** The claims of the access token. */
interface TokenClaims {
  user_email: string
  admin_permissions: string[]
  test_id: number
}

/**
 * In place of a token while the server cannot be asked who this is. It gives no rights: the first call that comes
 * through is refused, and asks for a token.
 */
export const unconfirmed = ''

export interface Session {
  token(): string | null
  claims(): TokenClaims | null
  set(token: string | null): void
  subscribe(listener: () => void): () => void
}

/**
 * Keeps the access token in memory only: no personal data gets into the browser's storage. `instead` gives the claims
 * of the participant as whom an organiser looks.
 */
export function createSession({ instead = () => null }: { instead?: () => TokenClaims | null } = {}): Session {
  let token: string | null = null
  const listeners = new Set<() => void>()
  return {
    token: () => token,
    claims: () => (token === null ? null : (instead() ?? decodeClaims(token))),
    set(next) {
      if (next === token) return
      token = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Reads the claims without checking the signature, which only the server does. Null for an invalid token. */
export function decodeClaims(token: string): TokenClaims | null {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims !== 'object' || claims === null) return null
    const { user_email, admin_permissions, test_id } = claims as Record<string, unknown>
    return {
      user_email: typeof user_email === 'string' ? user_email : '',
      admin_permissions: flagsOf(admin_permissions),
      test_id: Number(test_id) || 0,
    }
  } catch {
    return null
  }
}

/** In the token a flag for some competitions is an object; the browser only needs to know that the flag exists. */
function flagsOf(permissions: unknown): string[] {
  if (Array.isArray(permissions)) return permissions.filter((flag) => typeof flag === 'string')
  return typeof permissions === 'object' && permissions !== null ? Object.keys(permissions) : []
}
