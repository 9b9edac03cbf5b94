import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface Attachment {
  name: string
  type: string
  body: Buffer | Readable
  /** Bytes; without it, as many as come. */
  size?: number
  /** What this is of a larger whole: its first byte and the size of the whole. */
  part?: { start: number; end: number; of: number }
  /** The name of these very bytes, with which a download that broke off goes on. */
  etag?: string
}

/** Sends a file as a download that is never displayed or cached, so that no file runs under the portal's address. */
export function sendAttachment(reply: FastifyReply, { name, type, body, size, part, etag }: Attachment): undefined {
  reply.headers({
    'Content-Type': type,
    'Content-Disposition': `attachment; ${named(name)}`,
    'Content-Security-Policy': 'sandbox',
    'Cache-Control': 'no-store',
    ...(size === undefined ? {} : { 'Content-Length': size }),
    ...(etag === undefined ? {} : { 'Accept-Ranges': 'bytes', ETag: `"${etag}"` }),
    ...(part ? { 'Content-Range': `bytes ${part.start}-${part.end}/${part.of}` } : {}),
  })
  if (part) reply.code(206)
  reply.send(body)
  return undefined
}

const named = (name: string) =>
  /^[\w.-]+$/.test(name) ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name)}`
