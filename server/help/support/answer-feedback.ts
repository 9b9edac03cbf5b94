import type { Tx } from '#server/db.ts'
import { linkTo, notify } from '#server/messages/notifications/notify.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type IncomingRequest, incoming } from './list-feedback.ts'
import type { FeedbackStatus } from './tables.ts'

export interface Organiser {
  accountId: number
  /** The competitions of the caller's flag; an empty list means all. */
  competitions: readonly string[]
}

/** Answers by a letter and a notification. Throws `not_found` for a request of another organiser's competition. */
export async function answerFeedback(
  services: Services,
  organiser: Organiser,
  answer: { id: number; text: string; close?: boolean; seen?: number },
): Promise<IncomingRequest> {
  const now = services.clock()
  const text = answer.text.trim()
  if (text === '')
    throw new Refusal('form_invalid', { fields: { text: { rule: 'required', message: 'Напишите ответ' } } })
  return services.db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, organiser, answer.id)
    const given = await tx.selectFrom('feedback_answers').select('id').where('request_id', '=', request.id).execute()
    if (answer.seen !== undefined && answer.seen !== given.length) throw new Refusal('feedback_answered')
    await tx
      .insertInto('feedback_answers')
      .values({ request_id: request.id, author_id: organiser.accountId, text, created_at: now })
      .execute()
    await tx
      .updateTable('feedback_requests')
      .set({ status: answer.close ? 'closed' : 'answered', answered_at: now, closed_at: answer.close ? now : null })
      .where('id', '=', request.id)
      .execute()
    await notify(
      tx,
      request.account_id,
      {
        title: `Ответ на обращение № ${request.id}`,
        text: shortened(text),
        payload: linkTo(`/${request.competition_code}/support`, 'Открыть обращения'),
      },
      now,
    )
    await queueLetter(tx, services, answerLetter(services, request, text, await isConfirmed(tx, request)))
    const whole = await wholeRequest(tx, organiser, request.id)
    await recordFeedback(tx, organiser, 'feedback_answered', request)
    return whole
  })
}

/** Closes a request that needs no answer, or opens it again. */
export function setFeedbackStatus(
  { db, clock }: Services,
  organiser: Organiser,
  { id, status }: { id: number; status: Exclude<FeedbackStatus, 'answered'> },
): Promise<IncomingRequest> {
  return db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, organiser, id)
    await tx
      .updateTable('feedback_requests')
      .set({ status, closed_at: status === 'closed' ? clock() : null })
      .where('id', '=', id)
      .execute()
    const whole = await wholeRequest(tx, organiser, id)
    await recordFeedback(tx, organiser, `feedback_${status}`, request)
    return whole
  })
}

async function recordFeedback(
  tx: Tx,
  { accountId }: Organiser,
  action: string,
  { id, account_id, competition_code }: { id: number; account_id: number; competition_code: string },
) {
  const author = await tx.selectFrom('accounts').select('test_id').where('id', '=', account_id).executeTakeFirst()
  await recordAudit(tx, {
    ...{ actorId: accountId, action, subject: String(id) },
    detail: { competition: competition_code, person: author?.test_id, feedback: id },
  })
}

async function lockRequest(tx: Tx, { competitions }: Organiser, id: number) {
  const found = await tx
    .selectFrom('feedback_requests')
    .select(['id', 'account_id', 'competition_code', 'text', 'email'])
    .where('id', '=', id)
    .$if(competitions.length > 0, (query) => query.where('competition_code', 'in', [...competitions]))
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

async function wholeRequest(tx: Tx, { competitions }: Organiser, id: number): Promise<IncomingRequest> {
  const [whole] = await incoming(tx, { competitions, id }, { limit: 1, offset: 0 })
  if (!whole) throw new Refusal('not_found')
  return whole
}

/** Whether the person who asked has confirmed the address for the answer. */
async function isConfirmed(tx: Tx, request: { account_id: number; email: string }): Promise<boolean> {
  const found = await tx
    .selectFrom('accounts')
    .where('id', '=', request.account_id)
    .where('email', '=', request.email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Anybody may be named as the receiver, so only the person's own address is sent what was asked. */
const answerLetter = (
  { config }: Services,
  request: { id: number; competition_code: string; text: string; email: string },
  text: string,
  quotes: boolean,
) => ({
  to: request.email,
  subject: `Ответ на обращение № ${request.id}`,
  text: `Здравствуйте!

${text}

${quotes ? `Вы спрашивали:\n${request.text.replace(/^/gm, '> ')}\n\n` : ''}Все ваши обращения: ${config.publicUrl}/${request.competition_code}/support`,
})

/** A notification has a line or two; the whole answer is on the support page. */
const shortened = (text: string) => ([...text].length > 240 ? `${[...text].slice(0, 239).join('')}…` : text)
