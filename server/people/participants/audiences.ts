import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import type { Audience } from '#shared/people/participants/audience.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { maxAudiences } from '#shared/seasons/competitions/limits.ts'
import { audienceInWords } from './among.ts'
import { regionNames } from './choices.ts'

/** The audiences that organisers of a competition have saved, by title. */
export async function listAudiences(services: Services, competition: string) {
  const { db, seasons } = services
  const season = await seasonOf(db, seasons, competition)
  const names = await regionNames(services)
  const rows = await db
    .selectFrom('saved_audiences as s')
    .leftJoin('accounts as a', 'a.id', 's.saved_by')
    .select(['s.id', 's.title', 's.audience', 'a.first_name', 'a.last_name'])
    .where('s.competition_code', '=', competition)
    .orderBy('s.title')
    .limit(maxAudiences)
    .execute()
  return {
    audiences: rows.map(({ first_name, last_name, ...row }) => ({
      ...row,
      about: audienceInWords(season, names, row.audience),
      by: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }),
    })),
  }
}

/** Saves an audience under a title. Its people are worked out each time it is used. */
export async function saveAudience(
  services: Services,
  caller: Caller,
  competition: string,
  { title, ...audience }: Audience & { title: string },
): Promise<void> {
  const { db, seasons, clock } = services
  const season = await seasonOf(db, seasons, competition)
  if (audience.stage !== undefined && !season.byCode.has(audience.stage)) throw new Refusal('stage_not_found')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_audiences where competition_code = ${competition}`.execute(db)
  if ((rows[0]?.count ?? 0) >= maxAudiences) throw new Refusal('audiences_too_many')
  const save = async (tx: Tx) => {
    const { id } = await tx
      .insertInto('saved_audiences')
      .values({
        ...{ competition_code: competition, title: title.trim(), audience: JSON.stringify(audience) },
        ...{ saved_by: caller.accountId, saved_at: clock() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audited(tx, caller, 'audience_saved', competition, { id, title: title.trim() })
  }
  await db
    .transaction()
    .execute(save)
    .catch((cause: unknown) => {
      throw isUniqueViolation(cause, 'saved_audiences_by_title') ? new Refusal('audience_title_taken') : cause
    })
}

export async function forgetAudience({ db }: Services, caller: Caller, competition: string, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('saved_audiences')
      .where('id', '=', id)
      .where('competition_code', '=', competition)
      .returning(['id', 'title'])
      .executeTakeFirst()
    if (!gone) throw new Refusal('audience_not_found')
    await audited(tx, caller, 'audience_dropped', competition, gone)
  })
}

const audited = (
  tx: Tx,
  { accountId }: Caller,
  action: string,
  competition: string,
  of: { id: number; title: string },
) =>
  recordAudit(tx, {
    ...{ actorId: accountId, action, subject: `audience:${of.id}` },
    detail: { competition, changes: [{ field: 'audience', title: `Отбор ${quoted(of.title)}` }] },
  })
