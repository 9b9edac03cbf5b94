import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { mentorReasons } from '#shared/programme/mentors/selection.ts'
import { answerLink } from './answer-link.ts'
import { isNamed } from './people-to-match.ts'

const batch = 100

/**
 * Offers these people to their mentors, who may answer for this number of days; for an absent mentor they begin with
 * the return. People who are no longer mentors of the stage get no offer. A job sends the letters.
 */
export async function offerTo(
  tx: Tx,
  {
    stageId,
    accountIds,
    days,
    matched,
  }: { stageId: number; accountIds: readonly number[]; days: number; matched: boolean },
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('mentor_choices as c')
    .set({
      offered_at: now,
      told_at: null,
      answer_until: sql<Date>`greatest(${now}::timestamptz, coalesce((
        select max((a.ends + 1)::timestamp at time zone 'Europe/Moscow') from mentor_absences a
        where a.mentor_id = c.mentor_id and (${now}::timestamptz at time zone 'Europe/Moscow')::date between a.begins and a.ends
      ), ${now})) + make_interval(days => ${days}::int)`,
    })
    .where('c.stage_id', '=', stageId)
    .where('c.account_id', '=', sql<number>`any(${[...accountIds]}::int[])`)
    .where('c.status', '=', 'proposed')
    .where('c.matched', '=', matched)
    .where('c.offered_at', 'is', null)
    .where(isNamed('c'))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await writeLetters(tx, stageId)
}

const writeLetters = (tx: Tx, stageId: number) =>
  addJob(tx, 'offer_mentors', { stageId }, { jobKey: `offer_mentors ${stageId}` })

/** The job that writes to mentors with new offers, and to their assistants: a letter for each person. */
export async function writeToMentors(services: Services, { stageId }: { stageId: number }): Promise<void> {
  const { db, clock } = services
  for (;;) {
    const found = await db.transaction().execute(async (tx) => {
      const rows = await unsentOffers(tx, stageId)
      for (const row of rows) await writeTo(tx, services, stageId, row)
      await sql`update mentor_choices c set told_at = ${clock()}
        from unnest(${rows.map(({ account_id }) => account_id)}::int[], ${rows.map(({ mentor_id }) => mentor_id)}::int[])
          as told (account, mentor)
        where c.stage_id = ${stageId} and c.account_id = told.account and c.mentor_id = told.mentor`.execute(tx)
      return rows.length
    })
    if (found < batch) return
  }
}

const unsentOffers = (tx: Tx | Db, stageId: number) =>
  tx
    .selectFrom('mentor_choices as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .innerJoin('accounts as m', 'm.id', 'c.mentor_id')
    .innerJoin('mentor_profiles as p', 'p.account_id', 'c.mentor_id')
    .innerJoin('stages as s', 's.id', 'c.stage_id')
    .innerJoin('competitions as o', 'o.code', 's.competition_code')
    .select(['c.account_id', 'c.mentor_id', 'c.rank', 'c.reasons', 'c.comment', 'c.file_id', 'c.matched'])
    .select(['c.offered_at', 'c.answer_until', 'a.last_name', 'a.first_name', 'a.middle_name'])
    .select(['m.email', 'm.email_verified_at', 'p.assistant_email', 's.title as stage', 'o.title as competition'])
    .where('c.stage_id', '=', stageId)
    .where('c.status', '=', 'proposed')
    .where('c.offered_at', 'is not', null)
    .where('c.told_at', 'is', null)
    .where('a.disabled_at', 'is', null)
    .orderBy('c.account_id')
    .orderBy('c.rank')
    .limit(batch)
    .forUpdate('c')
    .skipLocked()
    .execute()

async function writeTo(
  tx: Tx,
  services: Services,
  stageId: number,
  row: Awaited<ReturnType<typeof unsentOffers>>[number],
) {
  const { account_id: accountId, mentor_id: mentorId, offered_at, answer_until, matched, rank, comment } = row
  if (!offered_at || !answer_until) return
  const name = formalName(row)
  const of = { accountId, stageId, mentorId, offeredAt: offered_at.getTime() }
  const why = row.reasons.map((each) => mentorReasons[each as keyof typeof mentorReasons].toLowerCase()).join(', ')
  const lines = [
    matched
      ? `Конкурс ${quoted(row.competition)}, этап ${quoted(row.stage)}: вам предлагают участника. Это ${name}.`
      : `Конкурс ${quoted(row.competition)}, этап ${quoted(row.stage)}: вас хотят видеть наставником. Это ${name}.`,
    ...(rank > 0 ? [`Вы у участника на ${rank}-м месте.`] : []),
    ...(why ? [`Почему вы: ${why}.`] : []),
    ...(comment ? [`Что пишет участник: «${comment}»`] : []),
    ...(row.file_id ? ['К письму участника приложен файл, он открывается по ссылке ниже.'] : []),
  ]
  const textWith = (link: string) => `Здравствуйте!

${lines.join('\n')}

Согласиться или отказаться, посмотреть файл и изменить число мест можно без входа на портал:
${link}

Ссылка действует до ${showDateTime(answer_until)} по Москве и отвечает один раз. Не пересылайте её тем, кто не отвечает за вас.`
  const subject = matched ? `Вам предлагают участника: ${name}` : `Вас выбрали наставником: ${name}`
  const { email, email_verified_at: verified, assistant_email: helper } = row
  if (verified)
    await queueLetter(tx, services, { to: email, subject, text: textWith(answerLink(services.config, of)) }, 'staff')
  if (helper && helper !== (verified && email))
    await queueLetter(
      tx,
      services,
      { to: helper, subject, text: textWith(answerLink(services.config, of, helper)) },
      'staff',
    )
}
