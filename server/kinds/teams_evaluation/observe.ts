import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import { competenciesOf, fitsScale, type TeamMarks } from '#shared/kinds/teams_evaluation/mark-rules.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { lockCount, membersOf, settingsOf, shortName } from './evaluation-stage.ts'

/** The teams of an observer, with all data for the desk. */
const watchedBy = (db: Db | Tx, { accountId }: Pick<Caller, 'accountId'>) =>
  db
    .selectFrom('team_observers as o')
    .innerJoin('formed_teams as t', 't.id', 'o.team_id')
    .innerJoin('stages as s', 's.id', 'o.stage_id')
    .innerJoin('competitions as c', 'c.code', 's.competition_code')
    .leftJoin('team_evaluations as e', 'e.stage_id', 'o.stage_id')
    .leftJoin('team_agreed as g', (join) =>
      join.onRef('g.stage_id', '=', 'o.stage_id').onRef('g.team_id', '=', 'o.team_id'),
    )
    .leftJoin('accounts as b', 'b.id', 'g.agreed_by')
    .select([
      'o.id',
      'o.stage_id',
      'o.team_id',
      'o.draft',
      'o.revision',
      'o.saved_at',
      'o.marks',
      'o.words',
      'o.done_at',
    ])
    .select(['t.name as team', 's.title', 's.competition_code', 'c.title as competition', 'e.counted_at'])
    .select(['g.marks as agreed', 'g.revision as agreed_revision', 'g.agreed_at'])
    .select(['b.test_id as by_id', 'b.first_name as by_first', 'b.last_name as by_last'])
    .select([
      sql<number>`(select count(*)::int from formed_team_members m where m.team_id = o.team_id and m.state = 'active')`.as(
        'people',
      ),
      sql<boolean>`not exists (select from team_observers x
        where x.stage_id = o.stage_id and x.team_id = o.team_id and x.done_at is null)`.as('all_done'),
    ])
    .where('o.observer_id', '=', accountId)
type WatchedRow = Awaited<ReturnType<ReturnType<typeof watchedBy>['executeTakeFirstOrThrow']>>

function stateOf({ counted_at, done_at, all_done, agreed }: WatchedRow) {
  if (counted_at) return 'closed' as const
  if (!done_at) return 'watching' as const
  if (agreed) return 'agreed' as const
  return all_done ? ('agreeing' as const) : ('waiting' as const)
}

const observedRow = (row: WatchedRow) => ({
  ...{ observation_id: row.id, team: row.team, stage_title: row.title, competition_title: row.competition },
  ...{ people: row.people, done: row.done_at !== null, state: stateOf(row) },
})

/** The teams that an observer has to mark or to agree on, and finished ones, newest first. */
export async function listObservations({ db }: Services, caller: Caller) {
  const rows = await watchedBy(db, caller)
    .orderBy(sql`e.counted_at is not null`)
    .orderBy(sql`o.done_at is not null`)
    .orderBy('t.name')
    .orderBy('o.id')
    .limit(200)
    .execute()
  return { observations: rows.map(observedRow) }
}

async function ownObservation(db: Db | Tx, caller: Caller, id: number): Promise<WatchedRow> {
  const row = await watchedBy(db, caller).where('o.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('observation_not_found')
  return row
}

async function settingsAt({ seasons }: Services, db: Db | Tx, row: WatchedRow) {
  const stage = (await seasons.of(db, row.competition_code))?.byId.get(row.stage_id)
  if (!stage) throw new Refusal('observation_not_found')
  return settingsOf(stage)
}

/** The grid of a team. Marks of other observers are shown only after all have handed in. */
export async function readObservation(services: Services, caller: Caller, id: number) {
  const { db } = services
  const row = await ownObservation(db, caller, id)
  const settings = await settingsAt(services, db, row)
  const [members, originals] = await Promise.all([
    membersOf(db, row.stage_id, row.team_id),
    row.all_done
      ? db
          .selectFrom('team_observers as o')
          .innerJoin('accounts as a', 'a.id', 'o.observer_id')
          .select(['o.observer_id', 'o.marks', 'o.words', 'a.test_id', 'a.first_name', 'a.last_name'])
          .where('o.stage_id', '=', row.stage_id)
          .where('o.team_id', '=', row.team_id)
          .orderBy('o.id')
          .execute()
      : [],
  ])
  return {
    ...observedRow(row),
    scale: settings.scale,
    competencies: competenciesOf(settings),
    members: members.map((member) => ({ test_id: member.test_id, name: shortName(member) })),
    typed: {
      ...(row.draft ?? { marks: row.marks ?? {}, words: row.words }),
      revision: row.revision,
      saved_at: row.saved_at && formatWire(row.saved_at),
      done_at: row.done_at && formatWire(row.done_at),
    },
    originals: originals.map((one) => ({
      ...{ name: shortName(one), me: one.observer_id === caller.accountId, marks: one.marks ?? {}, words: one.words },
    })),
    agreed: {
      marks: row.agreed ?? {},
      revision: row.agreed_revision ?? 0,
      by:
        row.by_id === null
          ? ''
          : shortName({ test_id: row.by_id, first_name: row.by_first ?? '', last_name: row.by_last ?? '' }),
      at: row.agreed_at && formatWire(row.agreed_at),
    },
  }
}

/** Keeps the draft of an observer. `basedOn` is the revision that was edited; without it the latest save wins. */
export async function saveObservation(
  { db, clock }: Services,
  caller: Caller,
  id: number,
  { marks, words }: { marks: TeamMarks; words: string },
  basedOn?: number,
) {
  const row = await ownObservation(db, caller, id)
  if (row.counted_at || row.done_at) throw new Refusal('team_marks_final')
  const now = clock()
  const saved = await db
    .updateTable('team_observers')
    .set((is) => ({ draft: JSON.stringify({ marks, words }), revision: is('revision', '+', 1), saved_at: now }))
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .$if(basedOn !== undefined, (query) => query.where('revision', '=', basedOn ?? 0))
    .returning('revision')
    .executeTakeFirst()
  if (!saved) throw new Refusal('draft_conflict')
  return { revision: saved.revision, saved_at: formatWire(now) }
}

/** Hands in the observer's own marks. They stay unchanged; the agreed marks are stored separately. */
export async function handInObservation(
  services: Services,
  caller: Caller,
  id: number,
  { marks, words }: { marks: TeamMarks; words: string },
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const row = await lockObservation(tx, caller, id)
    if (row.done_at) throw new Refusal('observation_done')
    const whole = await wholeGrid(services, tx, row, marks)
    await tx
      .updateTable('team_observers')
      .set((is) => ({
        ...{ marks: JSON.stringify(whole), words: words.trim(), done_at: services.clock(), draft: null },
        revision: is('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    await recordMarks(tx, caller, row, 'team_observed', {}, whole)
  })
}

/** Records the marks of a team, which are of its people's public numbers. */
const recordMarks = (
  tx: Tx,
  caller: Caller,
  { stage_id: stageId, team_id: teamId }: WatchedRow,
  action: string,
  before: TeamMarks,
  after: TeamMarks,
) => {
  const inWords = (marks: TeamMarks) =>
    Object.entries(marks)
      .map((pair) => pair.join(' = '))
      .join(', ') || 'нет оценок'
  return recordAtStage(tx, {
    ...{ actorId: caller.accountId, action, stageId, subject: `team:${teamId}` },
    changes: [{ field: 'marks', title: 'Оценки', before: inWords(before), after: inWords(after) }],
  })
}

/** Keeps the agreed marks. `revision` is that of the shown marks, so that two observers do not overwrite each other. */
export async function agreeOnTeam(
  services: Services,
  caller: Caller,
  id: number,
  { marks, revision }: { marks: TeamMarks; revision: number },
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const row = await lockObservation(tx, caller, id)
    if (!row.all_done) throw new Refusal('observers_not_done')
    if ((row.agreed_revision ?? 0) !== revision) throw new Refusal('draft_conflict')
    const whole = await wholeGrid(services, tx, row, marks)
    const set = { marks: JSON.stringify(whole), agreed_by: caller.accountId, agreed_at: services.clock() }
    await tx
      .insertInto('team_agreed')
      .values({ stage_id: row.stage_id, team_id: row.team_id, ...set })
      .onConflict((conflict) =>
        conflict.columns(['stage_id', 'team_id']).doUpdateSet((is) => ({
          ...set,
          revision: is('team_agreed.revision', '+', 1),
        })),
      )
      .execute()
    await recordMarks(tx, caller, row, 'team_marks_agreed', row.agreed ?? {}, whole)
  })
}

async function lockObservation(tx: Tx, caller: Caller, id: number): Promise<WatchedRow> {
  const { stage_id: stageId, team_id: teamId } = await ownObservation(tx, caller, id)
  await lockCount(tx, stageId, 'write')
  await tx.selectFrom('formed_teams').select('id').where('id', '=', teamId).forUpdate().execute()
  const row = await ownObservation(tx, caller, id)
  if (row.counted_at) throw new Refusal('team_marks_final')
  return row
}

/** The marks of everybody in the team and of the team, or a refusal that names the missing ones. */
async function wholeGrid(services: Services, tx: Tx, row: WatchedRow, marks: TeamMarks): Promise<TeamMarks> {
  const settings = await settingsAt(services, tx, row)
  const members = await membersOf(tx, row.stage_id, row.team_id)
  const whole: Record<string, number> = {}
  const faults: FieldFaults = {}
  for (const who of [...members.map(({ test_id }) => String(test_id)), 'team'])
    for (const { code } of competenciesOf(settings)) {
      const name = `${who}_${code}`
      const mark = marks[name]
      if (fitsScale(mark, settings.scale)) whole[name] = mark
      else
        faults[`marks.${name}`] =
          mark === undefined
            ? { rule: 'required', message: 'Поставьте оценку' }
            : { rule: 'out_of_scale', message: `Оценка — целое число от 1 до ${settings.scale}` }
    }
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
  return whole
}
