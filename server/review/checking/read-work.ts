import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { titleWithin } from '#server/stages/parts.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { CheckDraft, Verdict } from '#shared/review/checking/check.ts'
import { countedWorks } from '#shared/review/checking/limits.ts'
import { isOfOwnDuty, judgesBlind, waitsForCheck } from './desk-access.ts'
import { hintsOf, type ShutFile, shutFileHint } from './hints.ts'
import { isTaken, type WorkToCheck, workToCheck } from './store.ts'

/** A work as its checker reads it: the author, the answer with the changes since the last check, earlier checks. */
export async function readWork(services: Services, caller: Caller, workId: number) {
  const { db, seasons, clock } = services
  const work = await workToCheck(db, caller, workId)
  const season = work && (await seasons.known(db, work.competition_code))
  const stage = work ? season?.byId.get(work.stage_id) : undefined
  if (!work || !season || !stage?.kind?.work?.toCheck) throw new Refusal('work_not_found')
  const { appeal_days: _days, ...review } = work.review
  const taken = isTaken(work, caller, clock())
  const { checks, draft, before, left, shut } = await history(db, caller, work)
  const waits = work.step === 'judging' ? null : work.waits_since
  return {
    work_id: work.id,
    stage_id: work.stage_id,
    stage_title: titleWithin(season, stage),
    stage_type: work.type,
    competition_code: work.competition_code,
    left,
    state: waits === null ? ('decided' as const) : taken ? ('taken' as const) : ('waits' as const),
    taken_by: taken ? fullName(work) : null,
    waits_since: waits && formatWire(waits),
    ...review,
    hand_in: {
      id: work.hand_in_id,
      revision: work.revision,
      arrived_at: formatWire(work.arrived_at),
      by_system: work.by_system,
    },
    author: await authorOf(db, work),
    lines: await linesOf(services, stage, work, before),
    hints: [...shut.map(shutFileHint), ...(await hintsOf(db, stage, work))],
    formal: work.step !== 'any',
    may_return: work.step === 'any' || checks.every(({ verdict }) => verdict !== 'return'),
    checks: checks.map(({ decided_at, first_name, last_name, ...check }) => ({
      ...check,
      by: fullName({ first_name, last_name }),
      decided_at: formatWire(new Date(decided_at)),
    })),
    draft: draft && { ...draft, saved_at: formatWire(new Date(draft.saved_at)) },
  }
}

interface Check {
  first_name: string
  last_name: string
  verdict: Verdict
  final: boolean
  reason: string
  note: string
  revision: number
  decided_at: string
}

type Draft = { data: CheckDraft; revision: number; saved_at: string }
type Before = { data: Record<string, unknown>; form_version: number } | null

/**
 * Earlier checks, the oldest first; the checker's draft about the hand-in; the hand-in that was checked last; files
 * that nobody can open.
 */
async function history(db: Db, caller: Caller, work: WorkToCheck) {
  const { rows } = await sql<{ checks: Check[]; draft: Draft | null; before: Before; left: number; shut: ShutFile[] }>`
    select
      coalesce((
        select json_agg(json_build_object('first_name', coalesce(a.first_name, ''), 'last_name', coalesce(a.last_name, ''),
          'verdict', k.verdict, 'final', k.final, 'reason', k.reason, 'note', k.note, 'revision', h.revision,
          'decided_at', k.decided_at) order by k.id)
        from work_checks k join hand_ins h on h.id = k.hand_in_id left join accounts a on a.id = k.checker_id
        where k.work_id = ${work.id}
      ), '[]') as checks,
      (
        select json_build_object('data', data, 'revision', revision, 'saved_at', saved_at) from check_drafts
        where work_id = ${work.id} and checker_id = ${caller.accountId} and hand_in_id = ${work.hand_in_id}
      ) as draft,
      (
        select json_build_object('data', h.data, 'form_version', h.form_version)
        from work_checks k join hand_ins h on h.id = k.hand_in_id
        where k.work_id = ${work.id} and k.hand_in_id <> ${work.hand_in_id} order by k.id desc limit 1
      ) as before,
      coalesce((
        select json_agg(json_build_object('name', f.name, 'scan', f.scan) order by f.name)
        from hand_in_files n join files f on f.id = n.file_id
        where n.hand_in_id = ${work.hand_in_id} and f.scan <> 'clean'
      ), '[]') as shut,
      (
        select count(*)::int from (
          select from works w join stages s on s.id = w.stage_id
          where w.stage_id = ${work.stage_id} and ${waitsForCheck} and not ${judgesBlind(caller)} and ${isOfOwnDuty(caller, work.stage_id)}
          limit ${countedWorks}) as counted
      ) as left`.execute(db)
  const [found] = rows
  return { checks: [], draft: null, before: null, left: 0, shut: [], ...found }
}

/** The answer in words. A line that has changed since the last check also has its earlier text. */
async function linesOf(services: Services, stage: SeasonStage, work: WorkToCheck, before: Before) {
  const { db } = services
  const kind = stage.kind?.work
  if (!kind?.toCheck) return []
  if (kind.toCheck !== 'inWords')
    return work.account_id === null ? [] : kind.toCheck(db, services, { accountId: work.account_id, stage })
  const own = { settings: stage.settings, stageId: stage.id }
  const handedIn = [
    { ...own, formVersion: work.form_version, data: work.data },
    ...(before ? [{ ...own, formVersion: before.form_version, data: before.data }] : []),
  ]
  const [lines = [], earlier] = await kind.inWords(db, handedIn, services)
  return earlier ? withChanges(lines, earlier) : lines
}

function withChanges(lines: readonly ReadableLine[], earlier: readonly ReadableLine[]) {
  const nameOf = ({ section, label, field }: ReadableLine) => field ?? `${section}: ${label}`
  const stood = new Map(earlier.map((line) => [nameOf(line), line.value]))
  return lines.map((line) => {
    const before = stood.get(nameOf(line)) ?? null
    return before === line.value ? line : { ...line, before }
  })
}

async function authorOf(db: Db, { account_id, team_id, competition_code }: WorkToCheck) {
  if (team_id !== null) {
    const { rows } = await sql<{ name: string; members: string }>`
      select t.name, coalesce((
        select string_agg(a.last_name || ' ' || a.first_name, ', ' order by a.last_name)
        from formed_team_members m join accounts a on a.id = m.account_id
        where m.team_id = t.id and m.state = 'active'), '') as members
      from formed_teams t where t.id = ${team_id}`.execute(db)
    return { name: `Команда «${rows[0]?.name ?? ''}»`, details: [rows[0]?.members ?? ''].filter(Boolean) }
  }
  const person = await db
    .selectFrom('accounts as a')
    .leftJoin('participations as p', (join) =>
      join.onRef('p.account_id', '=', 'a.id').on('p.competition_code', '=', competition_code),
    )
    .leftJoin('tracks as t', (join) =>
      join.onRef('t.code', '=', 'p.track_code').onRef('t.competition_code', '=', 'p.competition_code'),
    )
    .leftJoin('dictionary_items as d', (join) => join.on('d.dict', '=', 'regions').onRef('d.id', '=', 'p.region'))
    .select(['a.first_name', 'a.last_name', 'a.middle_name', 'a.test_id', 't.title as track', 'd.value as region'])
    .where('a.id', '=', account_id)
    .executeTakeFirst()
  if (!person) return { name: 'Участник', details: [] }
  const details = [`ID ${person.test_id}`, person.track && `трек «${person.track}»`, person.region]
  return { name: formalName(person), details: details.filter((part) => part !== null) }
}
