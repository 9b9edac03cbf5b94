import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { hasRowsOfOthers } from './set-aside.ts'
import { moving, otherTitle, titles } from './what-moves.ts'

export type Stands = 'kept' | 'merged'

/** A stage at which both accounts have worked, or a competition in which they chose different tracks. */
export interface Conflict {
  key: string
  competition_title: string
  title: string
  kept: string
  merged: string
  /** Whether the work of the account that stays counts by default. */
  usual: boolean
}

export interface AtStage {
  stageId: number
  /** Whose work at the stage counts; null if both have worked and nobody has chosen. */
  stands: Stands | null
  /** Whether both accounts have rows at the stage, so that those of one would be set aside. */
  both: boolean
}

/** What merging two accounts does. */
export interface WorkedOut {
  moves: { title: string; count: number }[]
  conflicts: Conflict[]
  obstacles: string[]
  stages: AtStage[]
  /** Competitions in which the track and region of the merged account are taken. */
  tracks: string[]
}

export interface Two {
  kept: number
  merged: number
}

const usualTypes = ['registration', 'rules']

/** Works out, without changing anything, what merging would do and which obstacles it has. */
export async function workOut(tx: Tx, two: Two, choices: ReadonlyMap<string, Stands>): Promise<WorkedOut> {
  const duties = await dutiesOf(tx, two)
  const found = await stagesOf(tx, two)
  const conflicts: Conflict[] = []
  const stages = found.map((stage): AtStage => {
    const of = { stageId: stage.id, both: stage.kept > 0 && stage.merged > 0 }
    if (stage.kept_work === 0 || stage.merged_work === 0)
      return { ...of, stands: stage.merged_work > 0 || (stage.kept === 0 && stage.merged > 0) ? 'merged' : 'kept' }
    const usual = usualTypes.includes(stage.type)
    const key = `${stage.competition_code}/${stage.code}`
    conflicts.push({
      ...{ key, usual, competition_title: stage.competition_title, title: stage.title },
      ...{ kept: inWords(stage.kept_facts), merged: inWords(stage.merged_facts) },
    })
    return { ...of, stands: choices.get(key) ?? (usual ? 'kept' : null) }
  })
  const tracks = await tracksOf(tx, two)
  for (const { code, title, kept, merged } of tracks)
    conflicts.push({ key: code, competition_title: title, title: 'Трек', kept, merged, usual: false })
  return {
    moves: await countMoves(tx, two, stages),
    conflicts,
    obstacles: [...duties, ...(await otherObstacles(tx, two)), ...(await dependent(tx, two, found, stages))],
    stages,
    tracks: tracks.flatMap(({ code }) => (choices.get(code) === 'merged' ? [code] : [])),
  }
}

/** The conflicts for which a choice is missing. */
export const undecided = ({ conflicts }: Pick<WorkedOut, 'conflicts'>, choices: ReadonlyMap<string, Stands>) =>
  conflicts.filter(({ key, usual }) => !usual && !choices.has(key))

interface Facts {
  started: string | null
  submitted: string | null
  passed: boolean
  failed: boolean
  returned: boolean
}

interface FoundStage {
  id: number
  code: string
  type: string
  title: string
  competition_code: string
  competition_title: string
  /** The number of rows of each account, and of those that are work. */
  kept: number
  merged: number
  kept_work: number
  merged_work: number
  kept_facts: Facts | null
  merged_facts: Facts | null
}

const atStages = moving.filter(({ fate }) => fate.as === 'stage')
const union = sql` union all `

/** Every stage at which either account has anything: one statement. */
async function stagesOf(tx: Tx, { kept, merged }: Two): Promise<FoundStage[]> {
  const parts = atStages.map(({ table, column, fate }) => {
    // A person who has only opened the stage has facts without a start: that is no work.
    const work =
      table === 'stage_facts'
        ? sql`(started_at is not null or submitted_at is not null or passed_at is not null or failed_at is not null)`
        : sql`${fate.as === 'stage' && !fate.trace}::boolean`
    return sql`select stage_id, ${sql.ref(column)} = ${kept}::integer as is_kept, ${work} as is_work
      from ${sql.table(table)} where ${sql.ref(column)} in (${kept}, ${merged})`
  })
  const factsOf = (accountId: number) => sql`(
    select json_build_object('started', f.started_at, 'submitted', f.submitted_at, 'passed', f.passed_at is not null,
      'failed', f.failed_at is not null, 'returned', f.returned_at is not null)
    from stage_facts f where f.stage_id = s.id and f.account_id = ${accountId})`
  const { rows } = await sql<FoundStage>`
    select s.id, s.code, s.type, s.title, s.competition_code, c.title as competition_title,
      (count(*) filter (where r.is_kept))::int as kept, (count(*) filter (where not r.is_kept))::int as merged,
      (count(*) filter (where r.is_kept and r.is_work))::int as kept_work,
      (count(*) filter (where not r.is_kept and r.is_work))::int as merged_work,
      ${factsOf(kept)} as kept_facts, ${factsOf(merged)} as merged_facts
    from (${sql.join(parts, union)}) as r
    join stages s on s.id = r.stage_id join competitions c on c.code = s.competition_code
    group by s.id, c.title, c.sort order by c.sort, s.sort, s.id`.execute(tx)
  return rows
}

function inWords(facts: Facts | null): string {
  const at = (moment: string | null) => (moment === null ? '' : ` ${showDateTime(new Date(moment))}`)
  if (facts?.passed) return 'Пройдено'
  if (facts?.failed) return 'Не пройдено'
  if (facts?.returned) return 'На доработке'
  if (facts?.submitted) return `Сдано${at(facts.submitted)}`
  if (facts?.started) return `Начато${at(facts.started)}, не сдано`
  return 'Есть записи'
}

/** Duties and rights of the two accounts: merging would move them to another account, so it is refused. */
async function dutiesOf(db: Db | Tx, { kept, merged }: Two): Promise<string[]> {
  const parts = moving
    .filter(({ fate }) => fate.as === 'duty')
    .map(
      ({ table, column }) =>
        sql`select ${sql.ref(column)} = ${kept}::integer as is_kept from ${sql.table(table)}
          where ${sql.ref(column)} in (${kept}, ${merged})`,
    )
  const { rows } = await sql<{ is_kept: boolean }>`
    select distinct is_kept from (${sql.join(parts, union)}) as d order by 1`.execute(db)
  if (rows.length === 0) return []
  return [
    `У ${rows.length === 2 ? 'обеих учётных записей' : rows[0]?.is_kept ? 'первой учётной записи' : 'второй учётной записи'} есть права или обязанности на портале: организатор, эксперт, проверяющий или наставник. Такие записи не объединяются`,
  ]
}

async function otherObstacles(tx: Tx, { kept, merged }: Two): Promise<string[]> {
  const { rows } = await sql<Record<'erased' | 'disabled' | 'attempt' | 'teams' | 'formed' | 'kinds', boolean>>`select
    exists (select from erasure_requests where account_id in (${kept}, ${merged})) as erased,
    exists (select from accounts where id in (${kept}, ${merged}) and disabled_at is not null) as disabled,
    exists (select from attempts where account_id in (${kept}, ${merged}) and finished_at is null) as attempt,
    exists (select from regional_team_members a join regional_team_members b using (competition_code)
      where a.account_id = ${kept} and b.account_id = ${merged}) as teams,
    exists (select from formed_team_members a join formed_team_members b using (competition_code)
      where a.account_id = ${kept} and b.account_id = ${merged} and a.state = 'active' and b.state = 'active'
        and a.stage_id <> b.stage_id) as formed,
    (select count(distinct is_demo) > 1 from accounts where id in (${kept}, ${merged})) as kinds`.execute(tx)
  const found = rows[0]
  return [
    ...(found?.erased ? ['Одну из учётных записей скоро удалят по просьбе человека'] : []),
    ...(found?.disabled ? ['Одна из учётных записей отключена'] : []),
    ...(found?.kinds ? ['Учётная запись демонстрации не объединяется с настоящей'] : []),
    ...(found?.attempt ? ['Сейчас идёт попытка с ограничением времени: подождите, пока она закончится'] : []),
    ...(found?.formed
      ? ['Обе учётные записи состоят в командах разных этапов одного конкурса: сначала одна должна выйти']
      : []),
    ...(found?.teams
      ? ['Обе учётные записи состоят в региональных командах одного конкурса: сначала одна должна выйти']
      : []),
  ]
}

/** Stages at which the work that would be set aside has rows of other people. */
async function dependent(
  tx: Tx,
  two: Two,
  found: readonly FoundStage[],
  stages: readonly AtStage[],
): Promise<string[]> {
  const said: string[] = []
  for (const [place, { stageId, stands, both }] of stages.entries()) {
    if (!both || stands === null) continue
    const loser = stands === 'kept' ? two.merged : two.kept
    const at = sql`t.stage_id = ${stageId}`
    const { rows } = await sql<{ in_team: boolean }>`select exists (
      select from formed_team_members where stage_id = ${stageId} and account_id = ${loser} and state = 'active'
    ) as in_team`.execute(tx)
    const parts = atStages.map(({ table, column }) => ({
      table,
      which: sql`${at} and t.${sql.ref(column)} = ${loser}`,
    }))
    const shared = rows[0]?.in_team || (await hasRowsOfOthers(tx, parts, [two.kept, two.merged]))
    const { title = '', competition_title = '' } = found[place] ?? {}
    if (shared)
      said.push(
        `${quoted(competition_title)}, этап ${quoted(title)}: в том, что отложится, есть работа других людей (команда, проверка или оценки). Оставьте здесь другое`,
      )
  }
  return said
}

async function tracksOf(tx: Tx, { kept, merged }: Two) {
  const { rows } = await sql<{ code: string; title: string; kept: string; merged: string }>`
    select c.code, c.title, coalesce(ta.title, 'не выбран') as kept, coalesce(tb.title, 'не выбран') as merged
    from participations a join participations b on b.competition_code = a.competition_code
    join competitions c on c.code = a.competition_code
    left join tracks ta on ta.competition_code = c.code and ta.code = a.track_code
    left join tracks tb on tb.competition_code = c.code and tb.code = b.track_code
    where a.account_id = ${kept} and b.account_id = ${merged} and a.track_code is distinct from b.track_code
    order by c.sort`.execute(tx)
  return rows
}

/** How many rows move, by their name for an organiser. */
async function countMoves(tx: Tx, { merged }: Two, stages: readonly AtStage[]) {
  const won = stages.flatMap(({ stageId, stands }) => (stands === 'merged' ? [stageId] : []))
  const parts = moving.flatMap(({ table, column, fate }) => {
    const isBooking = table === 'slot_bookings'
    if (fate.as !== 'moves' && fate.as !== 'one' && !isBooking && (fate.as !== 'stage' || fate.trace)) return []
    const at = fate.as === 'stage' ? sql`and stage_id = any(${won}::integer[])` : sql``
    return [
      sql`select ${table}::text as table, count(*)::int as count from ${sql.table(table)}
        where ${sql.ref(column)} = ${merged} ${at}`,
    ]
  })
  const { rows } = await sql<{ table: string; count: number }>`${sql.join(parts, union)}`.execute(tx)
  const counts = new Map<string, number>()
  for (const { table, count } of rows) {
    const title = titles[table] ?? otherTitle
    if (count > 0) counts.set(title, (counts.get(title) ?? 0) + count)
  }
  const order = [...Object.values(titles), otherTitle]
  return order.flatMap((title) => {
    const count = counts.get(title)
    return count === undefined ? [] : [{ title, count }]
  })
}
