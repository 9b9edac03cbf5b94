import type { Readable } from 'node:stream'
import type { SendMailOptions, Transporter } from 'nodemailer'
import { isEmail } from '#shared/platform/text/is-email.ts'

interface Letter {
  to: string
  subject: string
  text: string
  replyTo?: string
  unsubscribe?: string
  /** iCalendar entries, each attached as a file. */
  calendar?: string | readonly string[]
}

/** Letters of one lane never wait for a connection of another. */
export type MailLane = 'urgent' | 'usual'
const connections: Record<MailLane, number> = { urgent: 4, usual: 4 }

const limits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  idleTimeout: 10_000,
  // The queue of jobs repeats a letter, not the pool: it cannot know whether the server took it.
  maxRequeues: 0,
}

interface Told {
  onBegun: () => void
}

export interface Mailer {
  /**
   * Sends one letter. `id` becomes its Message-ID, so that a receiver can recognise a repeat. Throws a `MailFault` when
   * a server or the network refuses.
   */
  send(smtpUrl: string, from: string, letter: Letter, sending: { id: string; lane: MailLane }): Promise<void>
  close(): void
}

export class MailFault extends Error {
  /** What the server answered, for example "550 5.1.1"; without its words, which may contain the address. */
  readonly answer: string | null
  /** Where the server refused: at the recipient, at the letter itself, or anywhere else. */
  readonly at: 'recipient' | 'letter' | 'connection'
  readonly closed: boolean
  /** Whether the server may have taken the letter before the connection broke. */
  readonly maybeTaken: boolean
  constructor(cause: Error & { response?: string; code?: string; command?: string }, begun: boolean) {
    super(cause.message, { cause })
    this.answer = /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/.exec(cause.response ?? '')?.[0].replace('-', ' ') ?? null
    this.at = cause.command === 'RCPT TO' ? 'recipient' : cause.command === 'DATA' ? 'letter' : 'connection'
    this.closed = cause.code === 'ECONNECTION' || cause.code === 'ESOCKET'
    this.maybeTaken = begun && this.answer === null
  }
}

/** Keeps a few connections to the server open for each lane. */
export function createMailer(): Mailer {
  const pools = new Map<string, Transporter>()
  const poolFor = async (smtpUrl: string, lane: MailLane) => {
    const { default: nodemailer } = await import('nodemailer')
    const key = `${lane} ${smtpUrl}`
    const known = pools.get(key)
    if (known) return known
    const pool = nodemailer.createTransport({ url: smtpUrl, pool: true, maxConnections: connections[lane], ...limits })
    pool.use('stream', (mail, done) => {
      const { message, data } = mail as unknown as { message: { createReadStream(): Readable }; data: Told }
      const create = message.createReadStream.bind(message)
      // The letter flows once the server has agreed to take it.
      message.createReadStream = () => create().once('resume', data.onBegun)
      done()
    })
    pools.set(key, pool)
    return pool
  }
  return {
    async send(smtpUrl, from, letter, { id, lane }) {
      // A line break in an address would let the sender add recipients.
      if (!isEmail(letter.to)) throw new Error('not an address that a letter can be sent to')
      const pool = await poolFor(smtpUrl, lane)
      const attempt = async () => {
        let begun = false
        try {
          const told: Told = {
            onBegun: () => {
              begun = true
            },
          }
          await pool.sendMail({ ...contentOf(from, letter, id), ...told })
        } catch (fault) {
          throw new MailFault(fault as Error, begun)
        }
      }
      await attempt().catch((fault: MailFault) => {
        // The server may just have closed the connection that waited in the pool: a new one will do.
        if (fault.closed && !fault.maybeTaken) return attempt()
        throw fault
      })
    },
    close() {
      for (const pool of pools.values()) pool.close()
      pools.clear()
    },
  }
}

function contentOf(from: string, letter: Letter, id: string): SendMailOptions {
  return {
    from,
    to: letter.to,
    subject: letter.subject.replace(/[\r\n]+/g, ' '),
    text: letter.text,
    ...(letter.replyTo && isEmail(letter.replyTo) ? { replyTo: letter.replyTo } : {}),
    ...(letter.unsubscribe
      ? {
          headers: {
            'List-Unsubscribe': `<${letter.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }
      : {}),
    ...(letter.calendar
      ? {
          attachments: [letter.calendar].flat().map((content, place) => ({
            ...{ filename: `calendar${place === 0 ? '' : place + 1}.ics`, content: content as string },
            contentType: 'text/calendar',
          })),
        }
      : {}),
    messageId: `<${id}@${from.split('@').at(-1)?.replace(/>$/, '')}>`,
  }
}
