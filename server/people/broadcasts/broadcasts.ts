import { sql } from 'kysely'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { among, audienceInWords, stageOf } from '#server/people/participants/among.ts'
import { audienceChoices, regionNames } from '#server/people/participants/choices.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { secondsLeft } from '#server/platform/jobs/in-parts.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Season } from '#server/stages/season.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import type { NotificationChannel } from '#shared/messages/notifications/kinds.ts'
import { broadcastsShown, maxDaysAhead, previews } from '#shared/people/broadcasts/limits.ts'
import { personalText } from '#shared/people/broadcasts/personal-text.ts'
import type { Audience } from '#shared/people/participants/audience.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire, parseWire } from '#shared/platform/time/moscow.ts'

const day = 24 * 3_600_000

interface Message {
  title: string
  text: string
}
type Asked = Message & Audience & { by_letter: boolean; starts_at: string }
interface Place {
  competition: string
  id: number
}

/** The messages of a competition, the latest first. */
export async function listBroadcasts(services: Services, competition: string) {
  const season = await seasonOf(services.db, services.seasons, competition)
  const rows = await services.db
    .selectFrom('broadcasts as b')
    .leftJoin('accounts as a', 'a.id', 'b.asked_by')
    .select(['b.id', 'b.title', 'b.text', 'b.about', 'b.asked_at', 'b.starts_at', 'b.by_letter', 'b.state', 'b.people'])
    .select(['b.sent', 'b.lettered', 'b.letters', 'b.pace', 'a.first_name', 'a.last_name'])
    .where('b.competition_code', '=', competition)
    .orderBy('b.id', 'desc')
    .limit(broadcastsShown)
    .execute()
  return {
    title: season.title,
    choices: await audienceChoices(services, season),
    broadcasts: rows.map(({ first_name, last_name, asked_at, starts_at, pace, ...row }) => ({
      ...row,
      by: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }),
      asked_at: formatWire(asked_at),
      starts_at: formatWire(starts_at),
      seconds_left: secondsLeft(row.state === 'lettering' ? row.sent - row.lettered : row.people - row.sent, pace),
    })),
  }
}

/** The season. Throws `stage_not_found` when the audience names a stage that it does not have. */
async function seasonFor({ db, seasons }: Services, competition: string, audience: Audience): Promise<Season> {
  const season = await seasonOf(db, seasons, competition)
  if (audience.stage !== undefined && !season.byCode.has(audience.stage)) throw new Refusal('stage_not_found')
  return season
}

/** How many people a message would reach, and its text as the first of them would read it. */
export async function previewBroadcast(services: Services, competition: string, asked: Message & Audience) {
  const { db, clock } = services
  const season = await seasonFor(services, competition, asked)
  const found = sql`from participations p join accounts a on a.id = p.account_id
    where p.competition_code = ${season.code} and ${sql.join(among(asked, stageOf(season, asked), clock()), sql` and `)}`
  // Both channels are on unless the person has switched them off.
  const off = (channel: NotificationChannel) => sql`exists (
    select from notification_choices c
    where c.account_id = a.id and c.kind = 'news' and c.channel = ${channel} and not c.wanted)`
  const { rows: counts } = await sql<{ people: number; letters: number; silent: number }>`
    select count(*)::int as people,
      count(*) filter (where a.email_verified_at is not null and not ${off('email')})::int as letters,
      count(*) filter (where ${off('portal')})::int as silent ${found}`.execute(db)
  const { rows: first } = await sql<{ test_id: number; first_name: string; last_name: string }>`
    select a.test_id, a.first_name, a.last_name ${found} order by a.id limit ${previews}`.execute(db)
  return {
    ...(counts[0] ?? { people: 0, letters: 0, silent: 0 }),
    samples: first.map(({ test_id, first_name, last_name }) => ({
      test_id,
      name: fullName({ first_name, last_name }),
      text: personalText(asked.text, first_name),
    })),
  }
}

/** Sends the message to the organiser alone, as participants would read it; it is not listed. */
export async function testBroadcast(
  services: Services,
  caller: Caller,
  competition: string,
  { title, text, by_letter }: Message & { by_letter: boolean },
): Promise<void> {
  const { db, seasons } = services
  await seasonOf(db, seasons, competition)
  await db.transaction().execute(async (tx) => {
    const { first_name } = await tx
      .selectFrom('accounts')
      .select('first_name')
      .where('id', '=', caller.accountId)
      .executeTakeFirstOrThrow()
    await messagePeople(tx, services, [{ accountId: caller.accountId, text: personalText(text, first_name) }], {
      kind: 'news',
      title,
      link: { path: `/${competition}`, words: 'Открыть конкурс' },
      letters: by_letter,
    })
  })
}

/** Plans a message; a job sends it. */
export async function askBroadcast(
  services: Services,
  caller: Caller,
  competition: string,
  { title, text, by_letter, starts_at, ...audience }: Asked,
): Promise<void> {
  const { db, clock } = services
  const season = await seasonFor(services, competition, audience)
  const now = clock()
  const startsAt = starts_at === '' ? now : parseWire(starts_at)
  if (
    !startsAt ||
    startsAt < new Date(now.getTime() - 60_000) ||
    startsAt > new Date(now.getTime() + maxDaysAhead * day)
  )
    throw new Refusal('form_invalid', {
      fields: {
        starts_at: { rule: 'min_value', message: `Назначьте время в ближайшие ${maxDaysAhead} дней, не в прошлом` },
      },
    })
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from participations p
    where p.competition_code = ${competition} and ${sql.join(among(audience, stageOf(season, audience), now), sql` and `)}`.execute(
    db,
  )
  const people = rows[0]?.people ?? 0
  if (people === 0) throw new Refusal('nobody_to_write')
  const about = audienceInWords(season, await regionNames(services), audience)
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('broadcasts')
      .values({
        ...{ competition_code: competition, asked_by: caller.accountId, asked_at: now, starts_at: startsAt },
        ...{ audience: JSON.stringify(audience), about, title: title.trim(), text: text.trim(), by_letter, people },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addJob(tx, 'send_broadcast', { broadcastId: id }, { runAt: startsAt })
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'people_written',
      subject: `competition:${competition}`,
      detail: { competition, broadcast: id, audience, people },
    })
  })
}

/** Stops a message. People who have already got it keep it. */
export async function cancelBroadcast(services: Services, caller: Caller, { competition, id }: Place): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('broadcasts')
      .select('state')
      .where('id', '=', id)
      .where('competition_code', '=', competition)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('broadcast_not_found')
    if (row.state === 'sent' || row.state === 'cancelled') throw new Refusal('broadcast_over')
    await tx
      .updateTable('broadcasts')
      .set({ state: 'cancelled', cancelled_by: caller.accountId, done_at: services.clock() })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'people_written_no_more',
      subject: `competition:${competition}`,
      detail: { competition, broadcast: id },
    })
  })
}

/** One page of the people whom a message has reached, the latest first. */
export async function listRecipients({ db }: Services, { competition, id }: Place, { limit, offset }: Page) {
  const found = await db
    .selectFrom('broadcasts')
    .select('sent')
    .where('id', '=', id)
    .where('competition_code', '=', competition)
    .executeTakeFirst()
  if (!found) throw new Refusal('broadcast_not_found')
  const rows = await db
    .selectFrom('broadcast_recipients as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .select(['a.test_id', 'a.first_name', 'a.last_name', 'r.at', 'r.on_portal', 'r.by_letter'])
    .where('r.broadcast_id', '=', id)
    .orderBy('r.account_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    count: found.sent,
    recipients: rows.map(({ first_name, last_name, at, ...row }) => ({
      ...row,
      name: fullName({ first_name, last_name }),
      at: formatWire(at),
    })),
  }
}
