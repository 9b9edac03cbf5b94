import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface Attachment {
  name: string
  type: string
  body: Buffer | Readable
  /** Bytes. */
  size: number
}

/** Sends a file to be saved, never to be shown: nobody's file runs under the address of the portal or stays in a cache. */
export function sendAttachment(reply: FastifyReply, { name, type, body, size }: Attachment): undefined {
  reply.headers({
    'Content-Type': type,
    'Content-Length': size,
    'Content-Disposition': `attachment; ${named(name)}`,
    'Content-Security-Policy': 'sandbox',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  })
  reply.send(body)
  return undefined
}

const named = (name: string) =>
  /^[\w.-]+$/.test(name) ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name)}`
