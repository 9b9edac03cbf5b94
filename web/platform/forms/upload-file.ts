import pLimit from 'p-limit'
import type { RefusalBody } from '#shared/api/refusals.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { ApiFailure } from '#web/platform/api/failure.ts'
import { refreshSession, session } from '#web/platform/api/portal-api.ts'

export type UploadedFile = Answer<'POST /user/files'>

export interface UploadOptions {
  purpose: 'file' | 'image'
  /** From 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Fewer than the server lets a person send at once, so that a second tab may send some too. */
const inTurn = pLimit(3)

/**
 * Uploads one file and reports its progress, which fetch cannot, so this call does not use the API client. It ends like
 * every API call: with the answer or an ApiFailure.
 */
export const uploadFile = (file: File, options: UploadOptions): Promise<UploadedFile> =>
  inTurn(() => sendOnce(file, options))

async function sendOnce(file: File, options: UploadOptions): Promise<UploadedFile> {
  const first = await send(file, options)
  const spent = first.status === 401 && (await refreshSession()) === 'refreshed'
  const { status, body } = spent ? await send(file, options) : first
  if (status === 201) return body as UploadedFile
  const refusal = (body ?? {}) as Partial<RefusalBody>
  // With 503 the server says what is missing; its other faults have no words for people.
  const said = status < 500 || status === 503 ? refusal.code : undefined
  const unsaid = status >= 500 ? 'SERVER_UNAVAILABLE' : status === 413 ? 'file_too_big' : 'invalid_request'
  throw new ApiFailure(said ?? unsaid, status, refusal)
}

function send(file: File, { purpose, onProgress, signal }: UploadOptions): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', `/api/v3/user/files?purpose=${purpose}`)
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
