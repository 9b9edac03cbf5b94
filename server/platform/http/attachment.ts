import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface Attachment {
  name: string
  type: string
  body: Buffer | Readable
  /** In bytes; absent when unknown. */
  size?: number
  /** Set when the body is a part of a larger file: its first and last byte, and the size of the file. */
  part?: { start: number; end: number; of: number }
  /** Identifies these exact bytes, so that a download that broke off can continue. */
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
