import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { mgmtProposalKind } from '#shared/kinds/mgmt_proposal/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { mayBeShown } from './store.ts'

/** The public annotations: chosen by the organiser, and currently allowed by their authors. Without names. */
export async function listAnnotations({ db, seasons }: Services, competition: string) {
  const open = await db
    .selectFrom('competitions')
    .select('code')
    .where('code', '=', competition)
    .where('published', '=', true)
    .executeTakeFirst()
  const season = open && (await seasons.of(db, competition))
  if (!season) throw new Refusal('competition_not_found')
  const rows = await db
    .selectFrom('shown_annotations as n')
    .innerJoin('works as w', 'w.id', 'n.work_id')
    .innerJoin('stages as s', 's.id', 'w.stage_id')
    .innerJoin('hand_ins as h', 'h.id', 'w.hand_in_id')
    .select(['w.id', 'w.stage_id', 'w.topic', 'h.data'])
    .where('s.competition_code', '=', competition)
    .where(mayBeShown)
    .orderBy('n.shown_at', 'desc')
    .orderBy('w.id')
    .limit(500)
    .execute()
  return {
    annotations: rows.flatMap(({ id, stage_id, topic, data }) => {
      const stage = season.byId.get(stage_id)
      if (!stage) return []
      const { topics } = settingsAt(mgmtProposalKind, stage)
      const title = topics.find(({ code }) => code === topic)?.title ?? ''
      return [{ work_id: id, stage: stage.title, topic: title, text: textOf(data.annotation) }]
    }),
  }
}
