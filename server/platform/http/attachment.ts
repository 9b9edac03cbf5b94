import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface Attachment {
  name: string
  type: string
  body: Buffer | Readable
  /** Bytes. */
  size: number
}

/** Sends a file as a download that is never displayed or cached, so that no file runs under the portal's address. */
export function sendAttachment(reply: FastifyReply, { name, type, body, size }: Attachment): undefined {
  reply.headers({
    'Content-Type': type,
    'Content-Length': size,
    'Content-Disposition': `attachment; ${named(name)}`,
    'Content-Security-Policy': 'sandbox',
    'Cache-Control': 'no-store',
  })
  reply.send(body)
  return undefined
}

const named = (name: string) =>
  /^[\w.-]+$/.test(name) ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name)}`
