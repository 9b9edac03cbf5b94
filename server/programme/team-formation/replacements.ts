import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import type { Services } from '#server/services.ts'
import type { FileAnswer } from '#shared/forms/fields/field.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { type FormationStage, formationStage } from './formation-stage.ts'
import { accountOf, lockTeam, type TeamRow } from './store.ts'
import { ownPapers } from './team-papers.ts'

interface OfCaptain {
  accountId: number
  teamId: number
}

interface Asked {
  /** test_id of the member who leaves; null: a place is already free. */
  leaving: number | null
  /** test_id of the newcomer. */
  coming: number
  reason: string
  documents: readonly FileAnswer[]
}

/** Throws unless the person takes part in the competition and is in no team. Returns the account. */
export async function refuseUnlessFree(
  tx: Tx,
  { competition_code }: Pick<TeamRow, 'competition_code'>,
  accountId: number | null,
): Promise<number> {
  const { rows } = await sql<{ id: number; busy: boolean }>`
    select p.account_id as id, exists (
      select from formed_team_members m
      where m.account_id = p.account_id and m.competition_code = p.competition_code and m.state = 'active') as busy
    from participations p where p.account_id = ${accountId} and p.competition_code = ${competition_code}
      and p.disqualified_at is null and p.withdrawn_at is null`.execute(tx)
  const [found] = rows
  if (!found) throw new Refusal('user_not_found')
  if (found.busy) throw new Refusal('team_candidate_busy')
  return found.id
}

/** A captain requests another member after the lock. A team can have one open request at a time. */
export async function askReplacement(services: Services, { accountId, teamId, ...asked }: OfCaptain & Asked) {
  const { db, seasons, clock } = services
  const now = clock()
  try {
    await db.transaction().execute(async (tx) => {
      const { team, members, captain } = await lockTeam(tx, teamId)
      const stage = await formationStage(tx, seasons, { accountId, stageId: team.stage_id }, now)
      if (captain !== accountId) throw new Refusal('team_captain_only')
      const reason = whyNoReplacement(stage, team, now)
      if (reason !== '') throw new Refusal('replacement_closed', { values: { reason } })
      const leaving = asked.leaving === null ? null : await accountOf(tx, asked.leaving)
      if (asked.leaving !== null && !members.some(({ account_id }) => account_id === leaving))
        throw new Refusal('team_member_not_found')
      if (leaving === null && members.length >= stage.rules.max) throw new Refusal('team_full')
      const coming = await refuseUnlessFree(tx, team, await accountOf(tx, asked.coming))
      const files = await ownPapers(tx, accountId, 'documents', asked.documents, now)
      const { id } = await tx
        .insertInto('team_replacements')
        .values({
          ...{ team_id: teamId, stage_id: team.stage_id, asked_by: accountId, leaving_id: leaving, coming_id: coming },
          ...{ reason: asked.reason.trim(), asked_at: now },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('team_replacement_files')
        .values(files.map((file_id) => ({ replacement_id: id, file_id })))
        .execute()
    })
  } catch (error) {
    if (isUniqueViolation(error, 'team_replacements_one_open')) throw new Refusal('replacement_open')
    throw error
  }
}

/** Why a captain cannot request a replacement now, as a sentence; empty when it is possible. */
function whyNoReplacement({ rules, row }: FormationStage, { verdict }: Pick<TeamRow, 'verdict'>, now: Date): string {
  const { replaceUntil: until } = rules
  if (until === null) return 'На этом этапе замен нет'
  if (row.closesAt === null || now < row.closesAt) return 'Этап ещё открыт: состав меняет сам капитан'
  if (now >= until) return `Срок закончился ${showDateTime(until)} по Москве`
  return verdict === 'rejected' ? 'Команда не допущена' : ''
}

export async function withdrawReplacement(
  { db, clock, seasons }: Services,
  { accountId, teamId, replacementId }: OfCaptain & { replacementId: number },
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const { team, captain } = await lockTeam(tx, teamId)
    await formationStage(tx, seasons, { accountId, stageId: team.stage_id }, now)
    if (captain !== accountId) throw new Refusal('team_captain_only')
    const { numUpdatedRows } = await tx
      .updateTable('team_replacements')
      .set({ state: 'withdrawn', decided_at: now })
      .where('id', '=', replacementId)
      .where('team_id', '=', teamId)
      .where('state', '=', 'asked')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('replacement_not_found')
  })
}

/** The replacements of a team for its members; null if the stage has none. */
export async function replacementOf(
  db: Db,
  { stage, team, leads }: { stage: FormationStage; team: TeamRow; leads: boolean },
  now: Date,
) {
  const { replaceUntil: until } = stage.rules
  const { rows } = await sql<{
    id: number
    state: 'asked' | 'granted' | 'declined' | 'withdrawn'
    leaving: string | null
    coming: number
    reason: string
    asked_at: Date
    answer: string
    files: { file_id: string; name: string }[]
  }>`
    select r.id, r.state, r.reason, r.asked_at, r.answer, coming.test_id as coming,
      (select concat_ws(' ', a.last_name, a.first_name) from accounts a where a.id = r.leaving_id) as leaving,
      coalesce((select json_agg(json_build_object('file_id', f.id, 'name', f.name) order by f.created_at, f.id)
        from team_replacement_files d join files f on f.id = d.file_id where d.replacement_id = r.id), '[]') as files
    from team_replacements r join accounts coming on coming.id = r.coming_id
    where r.team_id = ${team.id} order by r.asked_at desc, r.id desc limit 1`.execute(db)
  const [last] = rows
  if (until === null && !last) return null
  const closed = whyNoReplacement(stage, team, now)
  const reason = closed !== '' || last?.state !== 'asked' ? closed : 'Ответа на прежнюю заявку ещё нет'
  return {
    until: until && formatWire(until),
    may_ask: leads && reason === '',
    reason,
    last: last ? { ...last, asked_at: formatWire(last.asked_at) } : null,
  }
}
