import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { barsOf } from '#shared/cutoffs/bars.ts'
import type { CutoffList, ProtocolState } from '#shared/cutoffs/routes.ts'
import { formalName, fullName } from '#shared/people/full-name.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { previewLetters } from './preview-letters.ts'
import { cutoffOf, decidable, namesOf, peopleNamed } from './store.ts'
import { changedBy, chosenOf, countsOf, groupsOf, type Line, workOut } from './work-out.ts'

/** How many names of a longer list a summary shows. */
const namesShown = 20

export interface CutoffPlace {
  competition: string
  cutoffId: number
}

/** A variant with all results of its rule. */
export async function readCutoff(services: Services, { competition, cutoffId }: CutoffPlace) {
  const { db } = services
  const names = await namesOf(services, competition)
  const cutoff = await cutoffOf(db, names.season, cutoffId)
  const { stage, rule, letters } = cutoff
  const line = await workOut(db, names, stage, rule)
  const { people, selection, disqualified, judging } = line
  const tied = selection.ties.map((tie) => ({ ...tie, shown: tie.people.slice(0, namesShown) }))
  const known = await peopleNamed(db, [
    ...(cutoff.saved_by === null ? [] : [cutoff.saved_by]),
    ...tied.flatMap(({ shown }) => shown),
  ])
  const saver = cutoff.saved_by === null ? undefined : known.get(cutoff.saved_by)
  const open = await db
    .selectFrom('protocols')
    .select('number')
    .where('stage_id', '=', stage.id)
    .where('published_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  const changed = changedBy(line)
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
      ...countsOf(line),
      disqualified,
      no_region: people.filter(({ district, score }) => district === null && score !== null).length,
      line: selection.line,
      bars: barsOf(
        people.flatMap(({ id, score }) =>
          score === null ? [] : [{ score, passed: chosenOf(selection, id).outcome === 'passed' }],
        ),
      ),
      quotas: selection.quotas.map(({ of, ...quota }) => ({ ...quota, title: names.titleOf(quota.by, of) })),
      ties: tied.map(({ where, of, score, people: all, shown }) => ({
        ...{ where, score, count: all.length },
        title: titleOfGroup(selection, of, names),
        people: shown.flatMap((id) => {
          const one = known.get(id)
          return one ? [{ test_id: one.test_id, name: formalName(one) }] : []
        }),
      })),
      overfull: selection.overfull,
      changes: changed.length,
      judging,
      groups: groupsOf(line, names),
    },
    choices: names.choices,
    previews: await previewLetters(db, services, recipientsOf(line), {
      ...{ letters, stageTitle: stage.title, competition },
      reasonFor: () => '',
    }),
    open_protocol: open?.number ?? null,
  }
}

/** The title of a group that has a bound. */
function titleOfGroup({ quotas }: Line['selection'], of: string, names: Awaited<ReturnType<typeof namesOf>>): string {
  const quota = quotas.find((one) => one.of === of)
  return quota ? names.titleOf(quota.by, of) : of
}

export const recipientsOf = ({ people, selection }: Pick<Line, 'people' | 'selection'>) =>
  people.map(({ id, score }) => ({ id, score, ...chosenOf(selection, id) }))

/** People of a variant by name, the best first. */
export async function listCutoffPeople(
  services: Services,
  { competition, cutoffId }: CutoffPlace,
  { list, limit, offset }: { list: CutoffList; limit: number; offset: number },
) {
  const names = await namesOf(services, competition)
  const { stage, rule } = await cutoffOf(services.db, names.season, cutoffId)
  const line = await workOut(services.db, names, stage, rule)
  const tied = new Set(line.selection.ties.flatMap(({ people }) => people))
  const changed = new Set(changedBy(line).map(({ id }) => id))
  const belongs = (id: number): boolean => {
    const { outcome, why } = chosenOf(line.selection, id)
    if (list === 'ties') return tied.has(id)
    if (list === 'changes') return changed.has(id)
    if (list === 'quota' || list === 'second') return why === list
    return outcome === list
  }
  const found = line.people
    .filter(({ id }) => belongs(id))
    .map((person) => ({ ...person, ...chosenOf(line.selection, person.id) }))
    .sort((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity) || one.id - other.id)
  const shown = found.slice(offset, offset + limit)
  const known = await peopleNamed(
    services.db,
    shown.map(({ id }) => id),
  )
  return {
    count: found.length,
    people: shown.flatMap(({ id, place, waiting, score, second, region, track, outcome, why }) => {
      const one = known.get(id)
      if (!one) return []
      const where = {
        region: region && names.titleOf('region', region),
        track: track && names.titleOf('track', track),
      }
      return [{ test_id: one.test_id, name: formalName(one), place, waiting, score, second, outcome, why, ...where }]
    }),
  }
}

/** Variants side by side. */
export async function compareCutoffs(services: Services, competition: string, ids: readonly number[]) {
  const { db } = services
  const names = await namesOf(services, competition)
  const variants = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const { title, stage, rule } = await cutoffOf(db, names.season, id)
      const line = await workOut(db, names, stage, rule)
      const passed = new Set(
        line.people.flatMap((one) => (chosenOf(line.selection, one.id).outcome === 'passed' ? [one.id] : [])),
      )
      return { id, title, stage, line, passed }
    }),
  )
  const [first] = variants
  if (!first) throw new Refusal('cutoff_not_found')
  const common = [...first.passed].filter((id) => variants.every(({ passed }) => passed.has(id)))
  const inAll = new Set(common)
  const only = variants.map(({ passed }) => [...passed].filter((id) => !inAll.has(id)))
  const known = await peopleNamed(
    db,
    only.flatMap((some) => some.slice(0, namesShown)),
  )
  return {
    competition_title: names.season.title,
    common: common.length,
    variants: variants.map(({ id, title, stage, line }, at) => ({
      ...{ id, title, stage_title: stage.title, ...countsOf(line) },
      line: line.selection.line,
      ties: line.selection.ties.length,
      short: line.selection.quotas.filter(({ state }) => state === 'short').length,
      districts: groupsOf(line, names).districts.map(({ title: of, passed }) => ({ title: of, passed })),
      only: (only[at] ?? []).slice(0, namesShown).flatMap((one) => {
        const person = known.get(one)
        return person ? [{ test_id: person.test_id, name: formalName(person) }] : []
      }),
      only_count: only[at]?.length ?? 0,
    })),
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
    .select((is) => [
      is
        .selectFrom('protocol_rows as r')
        .select((count) => count.fn.countAll<string>().as('n'))
        .whereRef('r.protocol_id', '=', 'p.id')
        .where('r.outcome', '=', 'passed')
        .as('passed'),
      is
        .selectFrom('protocol_rows as r')
        .select((count) => count.fn.countAll<string>().as('n'))
        .whereRef('r.protocol_id', '=', 'p.id')
        .where('r.outcome', '=', 'waiting')
        .as('waiting'),
    ])
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
      passed: Number(row.passed),
      waiting: Number(row.waiting),
      frozen_at: formatWire(row.frozen_at),
      publish_at: row.publish_at && formatWire(row.publish_at),
    })),
  }
}

const maxProtocolsShown = 100

export function stateOf(
  { publish_at, published_at, withdrawn_at }: Record<'publish_at' | 'published_at' | 'withdrawn_at', Date | null>,
  now: Date,
): ProtocolState {
  if (withdrawn_at) return 'withdrawn'
  if (published_at) return 'published'
  if (!publish_at) return 'frozen'
  return publish_at <= now ? 'publishing' : 'scheduled'
}
