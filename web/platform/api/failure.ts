import type { FieldFaults, RefusalBody, RefusalCode } from '#shared/platform/api/refusals.ts'

/** `OFFLINE`: no answer. `ABORTED`: the page cancelled the call. */
export type FailureCode = RefusalCode | 'SERVER_UNAVAILABLE' | 'OFFLINE' | 'ABORTED' | 'NOT_A_FILE'

/** Every way in which an API call can fail. */
export class ApiFailure extends Error {
  readonly code: FailureCode
  /** 0 when there was no answer. */
  readonly status: number
  readonly fields: FieldFaults
  /** Seconds. */
  readonly retryAfter: number | null
  readonly requestId: string | null
  /** The body of the answer; empty when there was none. */
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
