import { sql } from 'kysely'
import type { Door } from '#server/competitions/tables.ts'
import type { Db, Tx } from '#server/db.ts'
import { showDateTime } from '#shared/time/moscow.ts'

/** What the stages of a competition need to know of one account. */
export interface Person {
  accountId: number
  competitionCode: string
  track: string | null
  region: string | null
  door: Door | null
  tags: string[]
  finalistElsewhere: boolean
  /** Codes of the documents that the person has consented to and not withdrawn. */
  consents: string[]
  disqualification: { title: string; text: string } | null
}

/** Null when there is no such published competition; somebody who has not entered it has no door and no track. */
export async function personIn(
  db: Db | Tx,
  of: { accountId: number; competitionCode: string },
): Promise<Person | null> {
  const found = await db
    .selectFrom('competitions')
    .leftJoin('participations as p', (join) =>
      join.onRef('p.competition_code', '=', 'competitions.code').on('p.account_id', '=', of.accountId),
    )
    .select([
      'p.track_code',
      'p.region',
      'p.door',
      'p.tags',
      'p.disqualified_at',
      'p.withdrawn_at',
      'p.infoblock_title',
      'p.infoblock_text',
      sql<boolean>`exists (
        select from participations elsewhere
        where elsewhere.account_id = ${of.accountId}
          and elsewhere.competition_code <> competitions.code
          and elsewhere.finalist_at is not null
      )`.as('finalist_elsewhere'),
      sql<string[]>`array(
        select c.document_code from consents c
        where c.account_id = ${of.accountId} and c.competition_code = competitions.code and c.withdrawn_at is null
      )`.as('consents'),
    ])
    .where('competitions.code', '=', of.competitionCode)
    .where('competitions.published', '=', true)
    .executeTakeFirst()
  if (!found) return null
  return {
    accountId: of.accountId,
    competitionCode: of.competitionCode,
    track: found.track_code,
    region: found.region,
    door: found.door,
    tags: found.tags ?? [],
    finalistElsewhere: found.finalist_elsewhere,
    consents: found.consents,
    disqualification: found.disqualified_at
      ? { title: found.infoblock_title || 'Участие прекращено', text: found.infoblock_text ?? '' }
      : found.withdrawn_at
        ? { title: 'Участие остановлено', text: consentTaken(found.withdrawn_at) }
        : null,
  }
}

const consentTaken = (at: Date) =>
  `${showDateTime(at)} вы отозвали согласие, без которого участвовать в конкурсе нельзя. Вернуться можно в профиле: дайте это согласие снова.`
