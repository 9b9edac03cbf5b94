import type { Selectable } from 'kysely'
import type { Services } from '#server/services.ts'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { CutoffList, ProtocolState } from '#shared/review/cutoffs/routes.ts'
import { askedBy, askThread } from './ask-thread.ts'
import { previewLetters } from './preview-letters.ts'
import { cutoffOf, decidable, listed, namesOf, peopleNamed } from './store.ts'
import type { CutoffTables } from './tables.ts'

export interface CutoffPlace {
  competition: string
  cutoffId: number
}

/** A variant with all results of its rule. */
export async function readCutoff(services: Services, { competition, cutoffId }: CutoffPlace, how?: 'whole') {
  const { db, readings, clock } = services
  const names = await namesOf(services, competition)
  const cutoff = await cutoffOf(db, names.season, cutoffId)
  const { stage, rule, letters } = cutoff
  const { recipients, ranked, again, ties, as_of, ...result } = await readings.figures(
    {
      competition,
      name: `cutoff ${JSON.stringify([stage.id, rule])}`,
      read: async () => {
        const { ageMs, ...line } = await askThread(services, 'summary', askedBy(names, stage, rule))
        return { ...line, read_at: formatWire(new Date(clock().getTime() - ageMs)) }
      },
    },
    how,
  )
  const known = await peopleNamed(db, [
    ...(cutoff.saved_by === null ? [] : [cutoff.saved_by]),
    ...ties.flatMap(({ people }) => people),
  ])
  const saver = cutoff.saved_by === null ? undefined : known.get(cutoff.saved_by)
  const open = await db
    .selectFrom('protocols')
    .select('number')
    .where('stage_id', '=', stage.id)
    .where('published_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return {
    competition_title: names.season.title,
    id: cutoff.id,
    title: cutoff.title,
    stage: stage.code,
    stage_title: stage.title,
    rule,
    letters,
    revision: cutoff.revision,
    saved_by: saver ? fullName(saver) : '',
    saved_at: formatWire(cutoff.saved_at),
    result: {
      ...result,
      ties: ties.map(({ people, ...tie }) => ({ ...tie, people: listed(known, people) })),
      again: again || as_of !== null,
    },
    choices: names.choices,
    previews: await previewLetters(db, services, recipients, {
      ...{ of: ranked, letters, stageTitle: stage.title, competition },
      reasonFor: () => '',
    }),
    open_protocol: open?.number ?? null,
  }
}

/** People of a variant by name, the best first. */
export async function listCutoffPeople(
  services: Services,
  { competition, cutoffId }: CutoffPlace,
  page: { list: CutoffList; limit: number; offset: number },
) {
  const names = await namesOf(services, competition)
  const { stage, rule } = await cutoffOf(services.db, names.season, cutoffId)
  const { count, people } = await askThread(services, 'list', { asked: askedBy(names, stage, rule), ...page })
  const known = await peopleNamed(
    services.db,
    people.map(({ id }) => id),
  )
  return {
    count,
    people: people.flatMap(({ id, region, track, ...chosen }) => {
      const one = known.get(id)
      if (!one) return []
      const where = {
        region: region && names.titleOf('region', region),
        track: track && names.titleOf('track', track),
      }
      return [{ test_id: one.test_id, name: formalName(one), ...chosen, ...where }]
    }),
  }
}

/** Variants side by side. */
export async function compareCutoffs(services: Services, competition: string, ids: readonly number[]) {
  const { db } = services
  const names = await namesOf(services, competition)
  const cutoffs = await Promise.all([...new Set(ids)].map((id) => cutoffOf(db, names.season, id)))
  const { common, variants } = await services.readings.figures({
    competition,
    name: `cutoffs ${JSON.stringify(cutoffs.map(({ stage, rule }) => [stage.id, rule]))}`,
    read: () =>
      askThread(
        services,
        'compare',
        cutoffs.map(({ stage, rule }) => askedBy(names, stage, rule)),
      ),
  })
  const known = await peopleNamed(
    db,
    variants.flatMap(({ only }) => only),
  )
  return {
    competition_title: names.season.title,
    common,
    variants: cutoffs.flatMap(({ id, title, stage }, at) => {
      const variant = variants[at]
      if (!variant) return []
      return [{ id, title, stage_title: stage.title, ...variant, only: listed(known, variant.only) }]
    }),
  }
}

/** Everything that the first page of the line shows. */
export async function listCutoffs(services: Services, competition: string) {
  const { db } = services
  const { season } = await namesOf(services, competition)
  const ids = season.stages.map(({ id }) => id)
  const cutoffs = await db
    .selectFrom('cutoffs as c')
    .leftJoin('accounts as a', 'a.id', 'c.saved_by')
    .select(['c.id', 'c.title', 'c.stage_id', 'c.saved_at', 'a.first_name', 'a.last_name'])
    .where('c.stage_id', 'in', [0, ...ids])
    .orderBy('c.saved_at', 'desc')
    .execute()
  const protocols = await db
    .selectFrom('protocols as p')
    .select(['p.number', 'p.title', 'p.stage_id', 'p.frozen_at', 'p.publish_at', 'p.published_at', 'p.withdrawn_at'])
    .select(['p.freezing', 'p.summary'])
    .where('p.competition_code', '=', competition)
    .orderBy('p.number', 'desc')
    .limit(maxProtocolsShown)
    .execute()
  const titleOf = (id: number) => season.byId.get(id)?.title ?? ''
  const now = services.clock()
  return {
    competition_title: season.title,
    stages: season.stages.flatMap((stage) => (decidable(stage) ? [{ id: stage.code, value: stage.title }] : [])),
    cutoffs: cutoffs.map(({ id, title, stage_id, saved_at, first_name, last_name }) => ({
      ...{ id, title, stage: season.byId.get(stage_id)?.code ?? '', stage_title: titleOf(stage_id) },
      saved_by: fullName({ first_name, last_name }),
      saved_at: formatWire(saved_at),
    })),
    protocols: protocols.map((row) => ({
      ...{ number: row.number, title: row.title, stage_title: titleOf(row.stage_id) },
      state: stateOf(row, now),
      passed: row.summary.counts.passed,
      waiting: row.summary.counts.waiting,
      frozen_at: formatWire(row.frozen_at),
      publish_at: row.publish_at && formatWire(row.publish_at),
    })),
  }
}

const maxProtocolsShown = 100

export function stateOf(
  { freezing, publish_at, published_at, withdrawn_at }: Pick<Selectable<CutoffTables['protocols']>, Moments>,
  now: Date,
): ProtocolState {
  if (withdrawn_at) return 'withdrawn'
  if (freezing !== null) return 'freezing'
  if (published_at) return 'published'
  if (!publish_at) return 'frozen'
  return publish_at <= now ? 'publishing' : 'scheduled'
}
type Moments = 'freezing' | 'publish_at' | 'published_at' | 'withdrawn_at'
