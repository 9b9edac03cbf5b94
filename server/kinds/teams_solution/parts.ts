import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inParts } from '#server/platform/http/csv.ts'
import { judgingOf, usualJudging } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { bytesOfPart, solutionsOfPart } from '#shared/kinds/teams_solution/limits.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { ownersSolution, type Place } from './owners-stage.ts'

/** The ids of the first and the last work. */
export interface Part {
  from: number
  to: number
}

/** How the works are divided for download: each part fits into one document and one archive. */
async function partsOf(db: Db, stageId: number) {
  const works = inParts(
    Number.POSITIVE_INFINITY,
    async (limit, last?: { id: number; files: number; bytes: number }) => {
      const { rows } = await sql<{ id: number; files: number; bytes: number }>`
      select w.id, count(f.file)::int as files, coalesce(sum((f.file ->> 'size')::bigint), 0)::float8 as bytes
      from (
        select id, hand_in_id from works
        where stage_id = ${stageId} and team_id is not null and id > ${last?.id ?? 0} order by id limit ${limit}
      ) as w
      join hand_ins h on h.id = w.hand_in_id
      left join lateral jsonb_array_elements(h.data -> 'files') as f (file) on true
      group by w.id order by w.id`.execute(db)
      return rows
    },
  )
  const parts: (Part & { works: number; files: number; bytes: number })[] = []
  for await (const { id, files, bytes } of works) {
    const last = parts.at(-1)
    if (!last || last.works >= solutionsOfPart || last.bytes + bytes > bytesOfPart)
      parts.push({ from: id, to: id, works: 1, files, bytes })
    else Object.assign(last, { to: id, works: last.works + 1, files: last.files + files, bytes: last.bytes + bytes })
  }
  return { parts }
}

export async function listParts(services: Services, place: Place) {
  const { stage } = await ownersSolution(services, place)
  return services.readings.figures({
    competition: place.competition,
    name: `parts ${stage.id}`,
    read: (db) => partsOf(db, stage.id),
  })
}

/** The stage, and whether the jury must not know the teams. */
export async function judgedSolution(services: Pick<Services, 'db' | 'seasons'>, place: Place) {
  const { stage } = await ownersSolution(services, place)
  const { blind } = (await judgingOf(services.db, stage.id)) ?? usualJudging(stage)
  return { stage, blind }
}

/** The works of a part with their latest hand-ins, and whether the jury may know the teams. */
export async function worksOfPart(services: Services, place: Place, part: Part) {
  const { stage, blind } = await judgedSolution(services, place)
  const works = await readWorks(services.db, stage, part)
  if (works.length === 0) throw new Refusal('work_not_found')
  return { stage, blind, works: works.map((work) => ({ ...work, title: titleOf(work, blind) })) }
}

const titleOf = ({ id, team }: { id: number; team: string }, blind: boolean) =>
  blind ? `Работа № ${id}` : `Команда «${team}»`

const readWorks = (db: Db, { id }: Pick<SeasonStage, 'id'>, { from, to }: Part) =>
  db
    .selectFrom('works as w')
    .innerJoin('hand_ins as h', 'h.id', 'w.hand_in_id')
    .innerJoin('formed_teams as t', 't.id', 'w.team_id')
    .leftJoin('prepared_works as p', (join) =>
      join.onRef('p.work_id', '=', 'w.id').onRef('p.hand_in_id', '=', 'w.hand_in_id'),
    )
    .select(['w.id', 'w.team_id', 't.name as team', 'h.data', 'h.form_version', 'p.telling'])
    .where('w.stage_id', '=', id)
    .where('w.id', '>=', from)
    .where('w.id', '<=', to)
    .orderBy('w.id')
    .limit(solutionsOfPart)
    .execute()

export const auditDownload = (
  { db }: Services,
  actorId: number,
  place: Place,
  { action, works }: { action: 'solutions_printed' | 'solutions_packed'; works: number },
) =>
  db.transaction().execute((tx) =>
    recordAudit(tx, {
      actorId,
      action,
      subject: `stage:${place.competition}/${place.code}`,
      detail: {
        competition: place.competition,
        stage: place.code,
        changes: [{ field: 'works', title: `Работ: ${works}` }],
      },
    }),
  )
