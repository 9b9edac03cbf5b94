import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Server, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { uploadLease } from '#server/forms/files/upload-lease.ts'
import { refusedWrite } from '#server/platform/files/disk.ts'
import type { Services } from '#server/services.ts'
import { Refusal, type RefusalCode } from '#shared/platform/api/refusals.ts'

const address = '/api/v3/user/uploads'

interface TusCall {
  services: Services
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  /** Null for a new upload. */
  id: string | null
  /** Called before the storage is prepared for the bytes of a new upload. */
  begin?: (upload: Upload) => Promise<void>
}

/** The call behind each request that is given to the package. */
const calls = new WeakMap<object, TusCall & { brings: boolean; fault?: unknown }>()
const servers = new WeakMap<object, Promise<Server>>()

/**
 * Answers a call of the tus protocol (https://tus.io/protocols/resumable-upload, 1.0). The caller's rights are checked
 * before; what the protocol refuses becomes a refusal of the portal.
 */
export async function tus(call: TusCall, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { services, method, id } = call
  const server = await serverOf(services)
  const asked = requestOf(request, reply, { method, id })
  const context = { ...call, brings: method === 'PATCH' && asked.headers.get('content-length') !== '0' }
  calls.set(asked, context)
  const answer = await server.handleWeb(asked as never)
  if (answer.status >= 400) throw refusalOf((context as { fault?: unknown }).fault, answer.status)
  for (const name of ['Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Location'])
    if (answer.headers.has(name)) reply.header(name, answer.headers.get(name))
}

function serverOf({ disk }: Services): Promise<Server> {
  const known = servers.get(disk)
  if (known) return known
  const made = Promise.all([import('@tus/server'), disk.unfinished.store()]).then(
    ([{ Server }, datastore]) =>
      new Server({
        path: address,
        datastore,
        generateUrl: (_asked, { id }) => `${address}/${id}`,
        namingFunction: () => randomBytes(16).toString('hex'),
        locker: (asked) => ({ newLock: (id) => leaseOf(asked, id) }),
        // A call ends at once when another waits for its lease; the bytes that it has written stay.
        lockDrainTimeout: 1,
        onUploadCreate: async (asked, upload) => {
          await calls.get(asked)?.begin?.(upload)
          return {}
        },
        onResponseError: (asked, fault) => {
          const call = calls.get(asked)
          if (call) call.fault = fault
          return undefined
        },
      }),
  )
  servers.set(disk, made)
  return made
}

function leaseOf(asked: object, id: string) {
  const call = calls.get(asked)
  if (!call) throw new Error('a lock for no call')
  return uploadLease(call.services.db, id, call.services.clock, { brings: call.brings })
}

function requestOf(
  { raw, headers: given }: FastifyRequest,
  reply: FastifyReply,
  { method, id }: Pick<TusCall, 'method' | 'id'>,
): Request {
  const headers = new Headers()
  for (const name of ['tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata', 'content-length'])
    if (typeof given[name] === 'string') headers.set(name, given[name])
  if (method === 'PATCH') headers.set('content-type', 'application/offset+octet-stream')
  // The package requires a version, which a browser that reads the state of an upload need not send.
  if (method === 'HEAD') headers.set('tus-resumable', '1.0.0')
  const body = method === 'PATCH' ? { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' as const } : {}
  const asked = new Request(`http://portal${address}${id === null ? '' : `/${id}`}`, { method, headers, ...body })
  return Object.assign(asked, { runtime: { name: 'node', node: { req: raw, res: reply.raw } } })
}

/** Refusals by the texts of the package. */
const codes: Record<string, RefusalCode> = {
  'Upload-Offset conflict\n': 'upload_offset',
  "upload's size exceeded\n": 'upload_changed',
  'Maximum size exceeded\n': 'upload_changed',
  'Upload-Length or Upload-Defer-Length header required\n': 'length_required',
  'Request aborted due to lock acquired': 'file_interrupted',
  'failed to acquire lock before timeout': 'upload_busy',
}

function refusalOf(fault: unknown, status: number): unknown {
  if (fault instanceof Refusal) return fault
  const { body } = (fault ?? {}) as { body?: string }
  const code = body === undefined ? undefined : codes[body]
  if (code) return new Refusal(code)
  if (status === 404 || status === 410) return new Refusal('upload_not_found')
  // A header is missing or invalid.
  return status < 500 ? new Refusal('invalid_request') : refusedWrite(fault)
}
