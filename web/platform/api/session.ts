/** What the access token says about its owner. */
export interface TokenClaims {
  user_email: string
  admin_permissions: string[]
  test_id: number
}

export interface Session {
  token(): string | null
  claims(): TokenClaims | null
  set(token: string | null): void
  subscribe(listener: () => void): () => void
}

/** Holds the access token in memory only: nothing personal reaches the browser's storage. */
export function createSession(): Session {
  let token: string | null = null
  const listeners = new Set<() => void>()
  return {
    token: () => token,
    claims: () => (token === null ? null : decodeClaims(token)),
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

/** Reads the claims without checking the signature, which is the server's business. Null for what is not such a token. */
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

/** A flag narrowed to competitions travels as an object key; the browser only needs to know that it is there. */
function flagsOf(permissions: unknown): string[] {
  if (Array.isArray(permissions)) return permissions.filter((flag) => typeof flag === 'string')
  return typeof permissions === 'object' && permissions !== null ? Object.keys(permissions) : []
}
