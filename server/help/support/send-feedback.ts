import type { Tx } from '#server/db.ts'
import { keepHandedIn, ownFiles } from '#server/forms/files/store.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import { findCompetition } from '#server/seasons/competitions/store.ts'
import type { Services } from '#server/services.ts'
import { runOnce } from '#server/stages/idempotency.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { feedbackForm, maxFeedbackFiles } from '#shared/help/support/form.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { type FeedbackTopic, topicsOffered } from '#shared/seasons/competitions/topics.ts'
import { type Request, withFilesAndAnswers } from './list-feedback.ts'
import { requestsOf } from './store.ts'

export interface Feedback {
  accountId: number
  idempotencyKey: string | undefined
  competition_code: string
  /** Defaults: the topic «Другое», if the competition has it, and the account's address. */
  topic?: string | undefined
  text: string
  email?: string | undefined
  files: readonly string[]
}

/** The topics of a competition and the address of its support. Throws `competition_not_found`. */
export async function supportOf(db: Services['db'], competitionCode: string) {
  const competition = await findCompetition(db, competitionCode)
  if (!competition) throw new Refusal('competition_not_found')
  const { feedback_topics: own, support_email: supportEmail } = competition
  return { title: competition.title, topics: topicsOffered(own), supportEmail }
}

/** Stores the request with its files and sends a letter to the competition's support, all in one transaction. */
export async function sendFeedback(services: Services, feedback: Feedback): Promise<Request> {
  const { accountId, idempotencyKey: key, ...sent } = feedback
  const { db, clock } = services
  const support = await supportOf(db, sent.competition_code)
  const other = support.topics.find(({ code }) => code === 'other')?.code
  const asked = { ...sent, topic: sent.topic ?? other ?? '', email: sent.email ?? (await emailOf(db, accountId)) }
  const now = clock()
  const text = asked.text.trim()
  const email = asked.email.trim()
  const files = [...new Set(asked.files)]
  const faults = feedbackFaults(support.topics, { topic: asked.topic, text, email }, now)
  if (files.length > maxFeedbackFiles) throw new Refusal('too_many_files', { values: { max: maxFeedbackFiles } })
  const own = await ownFiles(db, accountId, files)
  if (own.size < files.length) faults.files = { rule: 'file', message: 'Файл не найден. Загрузите его ещё раз' }
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
  const topicTitle = support.topics.find(({ code }) => code === asked.topic)?.title ?? asked.topic
  return db.transaction().execute((tx) =>
    runOnce(tx, { accountId, key, request: ['feedback_form', sent] }, now, async () => {
      const { id } = await tx
        .insertInto('feedback_requests')
        .values({
          account_id: accountId,
          competition_code: asked.competition_code,
          topic: asked.topic,
          topic_title: topicTitle,
          text,
          email,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (files.length > 0)
        await tx
          .insertInto('feedback_files')
          .values(files.map((file_id, sort) => ({ request_id: id, file_id, sort })))
          .execute()
      await keepHandedIn(tx, files)
      if (support.supportEmail)
        await notifySupport(tx, services, support.supportEmail, {
          ...asked,
          id,
          accountId,
          text,
          email,
          topicTitle,
          competition: support.title,
        })
      const row = await requestsOf(tx, accountId, asked.competition_code).limit(1).executeTakeFirst()
      if (!row) throw new Error('the request is not there')
      return (await withFilesAndAnswers(tx, [row]))(row)
    }),
  )
}

async function emailOf(db: Services['db'], accountId: number): Promise<string> {
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return email
}

/** Validates the form, and that the topic is one of those offered. */
function feedbackFaults(
  topics: readonly FeedbackTopic[],
  data: { topic: string; text: string; email: string },
  now: Date,
): FieldFaults {
  const known = topics.some(({ code }) => code === data.topic)
  return {
    ...validate(feedbackForm(topics), data, { mode: 'hand_in', now }),
    ...(known ? {} : { topic: { rule: 'dict', message: 'Выберите тему' } }),
  }
}

interface NewRequest {
  id: number
  accountId: number
  competition: string
  competition_code: string
  topicTitle: string
  text: string
  email: string
  files: readonly string[]
}

async function notifySupport(tx: Tx, services: Services, to: string, request: NewRequest): Promise<void> {
  const person = await tx
    .selectFrom('accounts')
    .select(['test_id', 'first_name', 'last_name', 'middle_name'])
    .where('id', '=', request.accountId)
    .executeTakeFirstOrThrow()
  await queueLetter(
    tx,
    services,
    {
      to,
      replyTo: request.email,
      subject: `Обращение № ${request.id}: ${request.topicTitle}`,
      text: `Новое обращение № ${request.id} в конкурсе ${quoted(request.competition)}.

От кого: ${formalName(person)}, ID ${person.test_id}
Ответить на адрес: ${request.email}
Тема: ${request.topicTitle}

${request.text}

${request.files.length > 0 ? `Приложено файлов: ${request.files.length}. Они открываются на портале.\n\n` : ''}Ответить на портале: ${services.config.publicUrl}/${request.competition_code}/support/inbox`,
    },
    'support',
  )
}
