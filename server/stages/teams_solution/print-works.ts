import { recordAudit } from '#server/audit/record-audit.ts'
import { workInWords } from '#server/judging/read-reading.ts'
import { judgingOf, usualJudging } from '#server/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { ownersSolution, type Place } from './owners-stage.ts'

/** More works than this are printed by nobody at once. */
const maxWorks = 2000

/** Everything that was handed in as one Word document; where the jury may not know the teams, without what names them. */
export async function printWorks(services: Services, actorId: number, place: Place) {
  const { db } = services
  const { stage } = await ownersSolution(services, place)
  const { blind } = (await judgingOf(db, stage.id)) ?? usualJudging(stage)
  const rows = await db
    .selectFrom('works as w')
    .innerJoin('hand_ins as h', 'h.id', 'w.hand_in_id')
    .innerJoin('formed_teams as t', 't.id', 'w.team_id')
    .leftJoin('prepared_works as p', (join) =>
      join.onRef('p.work_id', '=', 'w.id').onRef('p.hand_in_id', '=', 'w.hand_in_id'),
    )
    .select(['w.id', 'w.team_id', 't.name as team', 'h.data', 'h.form_version', 'p.telling'])
    .where('w.stage_id', '=', stage.id)
    .orderBy('w.id')
    .limit(maxWorks)
    .execute()
  if (rows.length === 0) throw new Refusal('work_not_found')
  const works = []
  for (const { id, team, ...row } of rows) {
    const of = { ...row, team, blind, account_id: null, stage_id: stage.id, competition_code: stage.competitionCode }
    works.push({ title: blind ? `Работа № ${id}` : `Команда «${team}»`, lines: await workInWords(services, of) })
  }
  await db.transaction().execute((tx) =>
    recordAudit(tx, {
      actorId,
      action: 'solutions_printed',
      subject: `stage:${place.competition}/${place.code}`,
      detail: {
        competition: place.competition,
        stage: place.code,
        changes: [{ field: 'works', title: `Работ: ${works.length}` }],
      },
    }),
  )
  // The library for documents is large and rarely used.
  const { worksDocument, wordType } = await import('./works-document.ts')
  return { name: `solutions-${stage.code}.docx`, type: wordType, bytes: await worksDocument(stage.title, works) }
}
