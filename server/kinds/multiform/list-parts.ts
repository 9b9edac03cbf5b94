import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { partsOf } from '#server/stages/parts.ts'
import { multiformKind } from '#shared/kinds/multiform/contract.ts'
import { partForm } from '#shared/kinds/multiform/part-form.ts'
import { ruleOf } from '#shared/kinds/multiform/part-rules.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { multiformStage } from './multiform-stage.ts'

/** The parts of a stage for its organiser, with the checkers of each. */
export async function listParts({ db, seasons }: Services, place: { competition: string; code: string }) {
  const { season, whole } = multiformStage(await seasons.of(db, place.competition), place.code)
  const settings = settingsAt(multiformKind, whole)
  const parts = partsOf(season.stages, whole)
  const { rows } = await sql<{ id: number; checkers: number; waits: number }>`
    select part.id,
      (select count(*)::int from stage_staff t where t.stage_id = part.id and t.duty = 'check') as checkers,
      (select count(*)::int from works w where w.stage_id = part.id and w.waits_since is not null) as waits
    from unnest(${parts.map(({ id }) => id)}::int[]) as part (id)`.execute(db)
  const counts = new Map(rows.map(({ id, ...found }) => [id, found]))
  return {
    order: settings.order,
    form: { version: partForm.version, sections: [...partForm.sections] },
    parts: parts.map(({ id, code, title, opensAt, closesAt, part }) => ({
      stage_id: id,
      code,
      title,
      published: part?.own.published ?? false,
      ...ruleOf(settings, code),
      opens_at: opensAt && formatWire(opensAt),
      closes_at: closesAt && formatWire(closesAt),
      checkers: counts.get(id)?.checkers ?? 0,
      waits: counts.get(id)?.waits ?? 0,
    })),
  }
}
