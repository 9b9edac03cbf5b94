import { randomUUID } from 'node:crypto'
import { isEmail } from '#shared/forms/rules.ts'

interface Letter {
  to: string
  subject: string
  text: string
  replyTo?: string
  unsubscribe?: string
  /** An iCalendar entry, attached as a file. */
  calendar?: string
}

/** Sends one letter. `id` becomes its Message-ID, so that a receiver can recognise a repeat. */
export async function sendMail(smtpUrl: string, from: string, letter: Letter, id: string = randomUUID()) {
  // A line break in an address would let the sender add recipients.
  if (!isEmail(letter.to)) throw new Error('not an address that a letter can be sent to')
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  try {
    await transport.sendMail({
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
        ? { attachments: [{ filename: 'calendar.ics', content: letter.calendar, contentType: 'text/calendar' }] }
        : {}),
      messageId: `<${id}@${from.split('@').at(-1)?.replace(/>$/, '')}>`,
    })
  } finally {
    transport.close()
  }
}
