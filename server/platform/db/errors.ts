/**
 * Among those of PostgreSQL: a time limit (57014, 55P03, 25P03), a write to a server that has become a standby (25006), and a
 * statement that was ended because of another one (40P01, 40001).
 */
const unavailableCodes =
  /^(08...|57P..|53...|57014|55P03|25P03|25006|40P01|40001|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/
const unavailableMessages =
  /Query read timeout|Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|error establishing an SSL connection|cached plan must not change result type/

/** The database cannot answer now but may soon: 503. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // ENOENT means a missing server only for a connection; otherwise it is a missing file.
  if (code === 'ENOENT') return syscall === 'connect'
  return (typeof code === 'string' && unavailableCodes.test(code)) || unavailableMessages.test(error.message)
}

/** A statement that would have taken longer than it may. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '57014'

/** A statement that writes, in a transaction that only reads. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '25006'

const badInputCodes = new Set(['22P02', '22003', '22021', '22P05', '23514'])

/** The caller sent something that cannot be stored (not a number, out of range, a zero byte, against a check): 400. */
export function isBadInput(error: unknown): boolean {
  return error instanceof Error && badInputCodes.has(String((error as { code?: unknown }).code))
}

/**
 * A row that this one refers to is gone, or another call has made the same row first (23503, 23505, 23P01): what the
 * caller saw has changed.
 */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof Error && ['23503', '23505', '23P01'].includes(String((error as { code?: unknown }).code))
