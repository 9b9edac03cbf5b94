import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { readOrdered } from '#server/stages/readings.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { comparedAt } from './compare-works.ts'

interface Place {
  competition: string
  code: string
}

interface Side {
  work_id: number
  name: string
  test_id: number | null
  account_id: number | null
  stage_id: number
  stage_title: string
  competition_code: string
  competition_title: string
}

interface Row {
  id: number
  percent: number
  sides: Side[]
}

const side = (alias: string) => {
  const work = sql.id(alias)
  return sql`(
    select json_build_object('work_id', w.id, 'account_id', w.account_id, 'test_id', a.test_id, 'stage_id', s.id,
      'stage_title', s.title, 'competition_code', c.code, 'competition_title', c.title,
      'name', coalesce('Команда «' || t.name || '»', concat_ws(' ', a.last_name, a.first_name, a.middle_name)))
    from works w
    join stages s on s.id = w.stage_id
    join competitions c on c.code = s.competition_code
    left join accounts a on a.id = w.account_id
    left join formed_teams t on t.id = w.team_id
    where w.id = ${work})`
}

/** Pairs of a stage by their ids, in any order. */
const rowsOf = ({ id: stageId }: SeasonStage, ids: readonly number[]) => sql<Row>`
  select p.id, p.percent,
    case when one.stage_id = ${stageId} then json_build_array(${side('first_id')}, ${side('second_id')})
      else json_build_array(${side('second_id')}, ${side('first_id')}) end as sides
  from similar_works p
  join works one on one.id = p.first_id
  join works two on two.id = p.second_id
  where ${stageId} in (one.stage_id, two.stage_id) and p.id = any(${[...ids]}::int[])`

/** A pair of a stage at any percent, or null. */
export async function pairAt({ db }: Pick<Services, 'db'>, caller: Caller, stage: SeasonStage, pairId: number) {
  const [pair] = (await rowsOf(stage, [pairId]).execute(db)).rows
  return pair ? shownPair(caller, stage, pair) : null
}

/** The similar pairs of a stage from its threshold up, the most similar first. */
async function pairsAt(
  services: Services,
  caller: Caller,
  stage: SeasonStage,
  { percent, ...page }: Page & { percent: number },
) {
  const { rows, count } = await readOrdered(
    services,
    {
      competition: stage.competitionCode,
      name: ['alike', stage.id, percent],
      ids: sql`
        select p.id from similar_works p
        join works one on one.id = p.first_id
        join works two on two.id = p.second_id
        where ${stage.id} in (one.stage_id, two.stage_id) and p.percent >= ${percent}
        order by p.percent desc, p.id`,
    },
    page,
    (ids) => rowsOf(stage, ids),
  )
  return { count, pairs: rows.map((pair) => shownPair(caller, stage, pair)) }
}

function shownPair(caller: Caller, stage: SeasonStage, { id, percent, sides }: Row) {
  const [one, two] = sides
  return {
    ...{ pair_id: id, percent },
    same_author: one?.account_id != null && one.account_id === two?.account_id,
    sides: sides.map((each) => shownTo(caller, stage, each)),
  }
}

/** For a work of a competition that the caller does not organise, hides the author: only its existence is shown. */
function shownTo(caller: Caller, stage: SeasonStage, side: Side) {
  const { account_id: _author, stage_id, competition_code, name, test_id, ...rest } = side
  const codes = caller.flags.assessment
  const readable = codes !== undefined && (codes.length === 0 || codes.includes(competition_code))
  return {
    ...rest,
    name: readable ? name : '',
    test_id: readable ? test_id : null,
    same_stage: stage_id === stage.id,
    readable,
  }
}

/** The similar works of a stage for its organiser, and how many have been compared so far. */
export async function listPairs(services: Services, caller: Caller, place: Place, page: Page) {
  const { stage, how } = await comparedStage(services, place)
  const { as_of, counts } = await services.readings.figures({
    competition: place.competition,
    name: `compared ${stage.id}`,
    read: async (db) => ({ counts: await countCompared(db, stage.id) }),
  })
  const found =
    how.percent === 0
      ? { count: 0, pairs: [] }
      : await pairsAt(services, caller, stage, { ...page, percent: how.percent })
  return { as_of, threshold: how.percent, works: 0, compared: 0, named: 0, interrupted: 0, ...counts, ...found }
}

async function countCompared(db: Db, stageId: number) {
  const { rows } = await sql<{ works: number; compared: number; named: number; interrupted: number }>`
    select count(*)::int as works, count(*) filter (where c.hand_in_id = w.hand_in_id)::int as compared,
      count(*) filter (where p.hand_in_id = w.hand_in_id and p.telling <> '{}')::int as named,
      count(*) filter (where exists (
        select from stage_facts f
        where f.stage_id = w.stage_id and f.account_id = w.account_id and f.interrupted_at is not null
      ) or exists (
        select from formed_team_members m join stage_facts f on f.account_id = m.account_id and f.stage_id = w.stage_id
        where m.team_id = w.team_id and m.state = 'active' and f.interrupted_at is not null
      ))::int as interrupted
    from works w
    left join compared_works c on c.work_id = w.id
    left join prepared_works p on p.work_id = w.id
    where w.stage_id = ${stageId} and (w.waits_since is not null or c.work_id is not null)`.execute(db)
  return rows[0]
}

/** A stage whose kind compares works, or a refusal. */
export async function comparedStage({ db, seasons }: Pick<Services, 'db' | 'seasons'>, { competition, code }: Place) {
  const stage = (await seasons.of(db, competition))?.byCode.get(code)
  const how = comparedAt(stage)
  if (!stage || !how) throw new Refusal('stage_not_found')
  return { stage, how }
}
