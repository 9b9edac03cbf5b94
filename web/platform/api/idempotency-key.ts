/** A key with which the server does something only once, however often the request is repeated. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The same key while the same request is retried, a new one when the request changes. */
export function idempotencyKeys(): (of: unknown) => string {
  let last: { text: string; key: string } | null = null
  return (of) => {
    const text = JSON.stringify(of)
    if (last?.text !== text) last = { text, key: newIdempotencyKey() }
    return last.key
  }
}
