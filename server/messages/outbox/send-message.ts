import { sql, type UpdateObject } from 'kysely'
import { unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import { untilKept } from '#server/platform/db/until-kept.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { JobContext } from '#server/platform/jobs/task.ts'
import { MailFault } from '#server/platform/mail/mailer.ts'
import { SmsFault, sendSms } from '#server/platform/sms/send-sms.ts'
import type { Services } from '#server/services.ts'
import type { Database } from '#server/tables.ts'
import type { Failure } from '#shared/messages/outbox/console-routes.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { messageKeys, messagePlace, type OutgoingMessage } from './queue-message.ts'
import type { Channel, Urgency } from './tables.ts'
import { isPaid, spend } from './whole-budgets.ts'

/**
 * Passes a queued message to its gateway and notes that it is sent. If the portal is killed in between, the message is
 * sent again with the same id, by which receivers and gateways recognise the repeat. A message that will never be
 * delivered is noted as such, for administrators.
 */
export async function sendMessage(services: Services, { id }: { id: number }, job: JobContext): Promise<void> {
  const { db, clock } = services
  const row = await db.selectFrom('outgoing_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row?.sealed || row.sent_at || row.failed_at) return
  const later = silentUntil(services, row) ?? (await placeInBudget(services, row, job))
  if (later) {
    const name = row.channel === 'sms' ? 'send_sms' : 'send_message'
    return db.transaction().execute((tx) => addJob(tx, name, { id }, { runAt: later }))
  }
  const message = readMessage(services, row.sealed)
  const keep = (what: UpdateObject<Database, 'outgoing_messages'>) =>
    untilKept(() => db.updateTable('outgoing_messages').set(what).where('id', '=', id).execute())
  try {
    await pass(services, { ...row, id: `letter-${id}-${row.queued_at.getTime()}`, jobId: job.id }, message)
  } catch (fault) {
    const failure = failureOf(fault, row, job, message)
    const maybeTaken = fault instanceof MailFault && fault.maybeTaken
    await keep({
      failing_since: sql<Date>`coalesce(failing_since, ${clock()})`,
      ...(maybeTaken && { unsure: true }),
      ...(failure && { failed_at: clock(), failure }),
      answer: answerOf(fault),
    })
    if (failure) return
    throw fault
  }
  await keep({ sent_at: clock(), sealed: null, recipient: null })
}

const askAgainMs = 15 * 60_000

/** Without a gateway a message waits until the operator sets one; a code would be too late. Null with a gateway. */
const silentUntil = ({ config, clock }: Services, { channel, urgency }: { channel: Channel; urgency: Urgency }) =>
  config.silent.includes(channel) && urgency !== 'code' ? new Date(clock().getTime() + askAgainMs) : null

/** When a notice over the hour's budget is tried again; null for now. Codes were counted when they were asked for. */
async function placeInBudget(
  services: Services,
  { channel, urgency }: { channel: Channel; urgency: Urgency },
  { attempt }: JobContext,
): Promise<Date | null> {
  if (urgency === 'code' || attempt > 1 || !isPaid(services, channel)) return null
  const { points, ends, max, isSpent } = await spend(
    services.db,
    services,
    channel,
    urgency === 'usual' ? 'notices' : 'own',
  )
  if (urgency === 'security' || (points <= max && !isSpent)) return null
  // Each of the waiting ones has its place in an hour to come.
  return new Date(ends.getTime() + Math.max(0, Math.ceil(points / max) - 2) * 3_600_000)
}

export const readMessage = ({ config }: Pick<Services, 'config'>, sealed: Buffer): OutgoingMessage =>
  JSON.parse(unsealWithRing(messageKeys(config.dataKeys), sealed, messagePlace).toString())

interface Passed {
  channel: Channel
  urgency: Urgency
  id: string
  jobId: string
}

async function pass({ config, mailer }: Services, { channel, urgency, id, jobId }: Passed, message: OutgoingMessage) {
  const gateway = channel === 'email' ? config.smtpUrl : config.smsUrl
  if (gateway === null)
    throw new Error(`no gateway for ${channel}: set ${channel === 'email' ? 'SMTP_URL' : 'SMS_URL'}`)
  // A gateway of SMS answers a known id as before, so a message that is sent again by hand needs another.
  if (channel === 'sms') return sendSms(gateway, { to: message.to, text: message.text }, `portal-${jobId}`)
  return mailer.send(gateway, config.mailFrom, message, { id, lane: urgency === 'usual' ? 'usual' : 'urgent' })
}

/** Answers of a gateway of SMS that another attempt would not change. */
const refusedSms = new Set([400, 410, 422])

/** Why a message will never be delivered; null while another attempt may help. */
function failureOf(
  fault: unknown,
  { channel, unsure, urgency }: { channel: Channel; unsure: boolean; urgency: Urgency },
  { lastAttempt }: JobContext,
  { to }: OutgoingMessage,
): Failure | null {
  if (channel === 'email' && !isEmail(to)) return 'bad_address'
  if (fault instanceof MailFault) {
    const refused = fault.answer?.startsWith('5')
    if (refused && fault.at === 'recipient') return 'no_mailbox'
    if (refused && fault.at === 'letter') return 'refused'
    // The second copy may have arrived, too: there is no third.
    if (unsure && fault.maybeTaken) return 'unsure'
  }
  if (fault instanceof SmsFault && refusedSms.has(fault.status)) return 'refused'
  if (!lastAttempt) return null
  return urgency === 'code' ? 'late' : 'unreachable'
}

function answerOf(fault: unknown): string | null {
  if (fault instanceof MailFault) return fault.answer
  return fault instanceof SmsFault ? String(fault.status) : null
}
