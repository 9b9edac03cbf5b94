import type { RefusalBody } from '#shared/api/refusals.ts'
import { ApiFailure } from './failure.ts'
import { refreshSession, session } from './portal-api.ts'

export interface SendOptions {
  /** From 0 to 1: what part of the bytes has left. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Sends one file and reports its progress, which fetch cannot, so this call does not use the API client. It ends like
 * every API call: with the answer or an ApiFailure.
 */
export async function sendFile(address: string, file: File, options: SendOptions): Promise<unknown> {
  const first = await send(address, file, options)
  const spent = first.status === 401 && (await refreshSession()) === 'refreshed'
  const { status, body } = spent ? await send(address, file, options) : first
  if (status >= 200 && status < 300) return body
  const refusal = (body ?? {}) as Partial<RefusalBody>
  // With 503 the server says what is missing; its other faults have no words for people.
  const said = status < 500 || status === 503 ? refusal.code : undefined
  const unsaid = status >= 500 ? 'SERVER_UNAVAILABLE' : status === 413 ? 'file_too_big' : 'invalid_request'
  throw new ApiFailure(said ?? unsaid, status, refusal)
}

function send(address: string, file: File, { onProgress, signal }: SendOptions) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', `/api/v3${address}`)
    request.responseType = 'json'
    const token = session.token()
    if (token) request.setRequestHeader('X-Token', token)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => resolve({ status: request.status, body: request.response })
    request.onerror = () => reject(new ApiFailure('OFFLINE', 0))
    request.onabort = () => reject(new ApiFailure('ABORTED', 0))
    request.onloadend = () => signal.removeEventListener('abort', abort)
    if (signal.aborted) return reject(new ApiFailure('ABORTED', 0))
    signal.addEventListener('abort', abort)
    const form = new FormData()
    form.append('file', file, file.name)
    request.send(form)
  })
}
