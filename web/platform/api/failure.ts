import type { FieldFaults, RefusalBody, RefusalCode } from '#shared/api/refusals.ts'

/** `OFFLINE`: no answer came at all. `ABORTED`: the page itself gave the call up. */
export type FailureCode = RefusalCode | 'SERVER_UNAVAILABLE' | 'OFFLINE' | 'ABORTED' | 'NOT_A_FILE'

/** Every way in which a call of the API ends other than well. */
export class ApiFailure extends Error {
  readonly code: FailureCode
  /** 0 when no answer came. */
  readonly status: number
  readonly fields: FieldFaults
  /** Seconds. */
  readonly retryAfter: number | null
  readonly requestId: string | null
  /** What the server said, as it came; empty when no answer came. */
  readonly body: Partial<RefusalBody>

  constructor(code: FailureCode, status: number, body: Partial<RefusalBody> = {}) {
    super(status < 500 ? (body.message ?? code) : code)
    this.name = 'ApiFailure'
    this.code = code
    this.status = status
    this.fields = body.fields ?? {}
    this.retryAfter = body.retry_after ?? null
    this.requestId = body.request_id ?? null
    this.body = body
  }
}

export const isFailure = (error: unknown, ...codes: FailureCode[]): error is ApiFailure =>
  error instanceof ApiFailure && (codes.length === 0 || codes.includes(error.code))
