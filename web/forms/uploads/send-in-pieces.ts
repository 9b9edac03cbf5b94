import pLimit from 'p-limit'
import { type DetailedError, Upload } from 'tus-js-client'
import type { RefusalBody } from '#shared/platform/api/refusals.ts'
import { viewHeader } from '#shared/platform/api/view-header.ts'
import { uploadPieceBytes } from '#shared/platform/files/limits.ts'
import { ApiFailure, isFailure } from '#web/platform/api/failure.ts'
import { refreshSession, session } from '#web/platform/api/portal-api.ts'
import { currentView } from '#web/platform/api/view.ts'
import { forgetUpload, type KeptUpload, keepUpload, keptUploads } from './kept-uploads.ts'

export interface PiecesToSend {
  file: File
  purpose: 'file' | 'image' | 'avatar' | 'video'
  /** The field of the page, where an upload continues after a reload. */
  place: string
  /** The stage that the file is for, and its field, so that the server knows what it may be. */
  stage?: { id: number; field: string } | undefined
  /** The upload that an earlier page has begun. */
  kept?: KeptUpload | undefined
  signal: AbortSignal
  /** From 0 to 1. `waiting`: there is no connection, and the upload continues by itself later. */
  onProgress: (part: number, waiting: boolean) => void
}

const address = '/api/v3/user/uploads'
/** Three at a time, so that a second tab may send some too. */
const inTurn = pLimit(3)
const owner = () => session.claims()?.test_id ?? 0

/** Milliseconds before each next attempt. After a quarter of an hour without a network the upload fails. */
const pauses = [0, 500, 1000, 2000, ...Array<number>(225).fill(4000)]

export const interruptedUploads = (place: string): Promise<KeptUpload[]> => keptUploads(owner(), place)

/**
 * Sends a file in pieces, continues after a break, and passes the whole upload to `use`. When `signal` cancels it, it
 * is forgotten here and on the server, unless the reason is `leave`: then the next page continues it. Ends like every
 * call of the API: with the result of `use`, or with an ApiFailure.
 */
export function sendInPieces<T>(sent: PiecesToSend, use: (uploadId: string) => Promise<T>): Promise<T> {
  return inTurn(async () => {
    let upload = sent.kept ?? (await anew(sent))
    try {
      const arrived = sendAll(sent, upload).catch(async (fault) => {
        // It began so long ago that the server has deleted it.
        if (!sent.kept || !isFailure(fault, 'upload_not_found')) throw fault
        await forgetUpload(upload.id)
        upload = await anew(sent)
        return sendAll(sent, upload)
      })
      const answer = await asked(use, await arrived, sent)
      await forgetUpload(upload.id)
      return answer
    } catch (fault) {
      if (isFinal(fault)) await forgetUpload(upload.id)
      throw fault
    }
  })
}

/** Repeated while there is no network: the sent file waits on the server. */
async function asked<T>(use: (uploadId: string) => Promise<T>, id: string, { signal, onProgress }: PiecesToSend) {
  for (const pause of pauses) {
    if (signal.aborted) throw new ApiFailure('ABORTED', 0)
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      onProgress(1, false)
      return await use(id)
    } catch (fault) {
      if (!isFailure(fault, 'OFFLINE', 'upload_busy', 'uploads_at_once')) throw fault
      onProgress(1, true)
    }
  }
  throw new ApiFailure('OFFLINE', 0)
}

/** The reason for `abort` when the page is left and the next one may continue the upload. */
export const leave = 'leave'

/** A failure that a repeat would meet again. */
const isFinal = (fault: unknown) =>
  isFailure(fault) && fault.status >= 400 && fault.status < 500 && fault.status !== 401

async function anew({ file, place }: PiecesToSend): Promise<KeptUpload> {
  const upload = { id: crypto.randomUUID(), testId: owner(), place, file, url: null }
  await keepUpload(upload)
  return upload
}

function sendAll({ purpose, stage, signal, onProgress }: PiecesToSend, kept: KeptUpload): Promise<string> {
  let [resolve, reject]: [(id: string) => void, (fault: unknown) => void] = [() => {}, () => {}]
  const ended = new Promise<string>((...ends) => {
    ;[resolve, reject] = ends
  })
  let part = 0
  let tokenSpent = false
  const upload = new Upload(kept.file, {
    // After a break an upload whose state cannot be read must not start over.
    ...(kept.url === null ? { endpoint: address } : { uploadUrl: kept.url }),
    chunkSize: uploadPieceBytes,
    retryDelays: pauses,
    storeFingerprintForResuming: false,
    metadata: {
      filename: kept.file.name,
      purpose,
      ...(stage ? { stage: String(stage.id), field: stage.field } : {}),
    },
    async onBeforeRequest(request) {
      if (tokenSpent && (await refreshSession()) === 'refreshed') tokenSpent = false
      request.setHeader('X-Token', session.token() ?? '')
      const view = currentView()
      if (view) request.setHeader(viewHeader, view.id)
    },
    onUploadUrlAvailable() {
      if (upload.url === null || kept.url !== null || signal.aborted) return
      kept.url = new URL(upload.url, location.origin).pathname
      upload.options.endpoint = null
      void keepUpload(kept)
    },
    onProgress(bytes, total) {
      part = total > 0 ? bytes / total : 0
      onProgress(part, false)
    },
    onShouldRetry(fault, attempt) {
      const status = statusOf(fault as DetailedError)
      if (status === 401) {
        tokenSpent = true
        return attempt < 3
      }
      const again = status === 0 || status >= 500 || passing.has(codeOf(fault as DetailedError))
      if (again) onProgress(part, true)
      return again
    },
    onError: (fault) => reject(failureOf(fault as DetailedError)),
    onSuccess: () => resolve(kept.url?.split('/').at(-1) ?? ''),
  })
  const hurry = () => {
    // The network is back: there is no need to wait for the next attempt.
    void upload.abort().then(() => upload.start())
  }
  const stop = () => {
    const left = signal.reason === leave
    void upload.abort(!left).catch(() => {})
    if (!left) void forgetUpload(kept.id)
    reject(new ApiFailure('ABORTED', 0))
  }
  if (signal.aborted) stop()
  else upload.start()
  signal.addEventListener('abort', stop)
  addEventListener('online', hurry)
  return ended.finally(() => {
    signal.removeEventListener('abort', stop)
    removeEventListener('online', hurry)
  })
}

/** Refusals that pass in a moment. */
const passing = new Set<string | undefined>(['upload_offset', 'upload_busy', 'uploads_at_once', 'file_interrupted'])

const statusOf = ({ originalResponse }: DetailedError): number => originalResponse?.getStatus() ?? 0

function bodyOf({ originalResponse }: DetailedError): Partial<RefusalBody> {
  try {
    return JSON.parse(originalResponse?.getBody() ?? '{}')
  } catch {
    return {}
  }
}
const codeOf = (fault: DetailedError) => bodyOf(fault).code

function failureOf(fault: DetailedError): ApiFailure {
  const status = statusOf(fault)
  if (status === 0) return new ApiFailure('OFFLINE', 0)
  const body = bodyOf(fault)
  // An answer to HEAD has no body.
  if (status === 404) return new ApiFailure('upload_not_found', status, body)
  if (status >= 500 && status !== 503) return new ApiFailure('SERVER_UNAVAILABLE', status, body)
  return new ApiFailure(body.code ?? 'invalid_request', status, body)
}
