import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import type { StageChange } from '#shared/stages/stage-changes.ts'
import { mayBeShown, type Place, proposalStage } from './store.ts'

interface Duty {
  testId: number
  duty: 'check' | 'judge'
  /** Null: works of every topic. */
  topics: readonly string[] | null
}

/** Sets the topics whose works a checker or a judge reads. Held works of other topics go back to the queue. */
export async function setStaffTopics(
  services: Services,
  actorId: number,
  place: Place,
  { testId, duty, topics }: Duty,
) {
  const { stage, settings } = await proposalStage(services, place)
  const known = new Map(settings.topics.map(({ code, title }) => [code, title]))
  if (topics?.some((code) => !known.has(code))) throw new Refusal('unknown_topic')
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ topics: string[] | null }>`
      select t.topics from stage_staff t join accounts a on a.id = t.account_id
      where a.test_id = ${testId} and t.stage_id = ${stage.id} and t.duty = ${duty} for no key update of t`.execute(tx)
    const staff = await tx
      .updateTable('stage_staff as t')
      .from('accounts as a')
      .set({ topics: topics ? [...topics] : null })
      .whereRef('a.id', '=', 't.account_id')
      .where('a.test_id', '=', testId)
      .where('t.stage_id', '=', stage.id)
      .where('t.duty', '=', duty)
      .returning('t.account_id')
      .executeTakeFirst()
    if (!staff) throw new Refusal('user_not_found')
    if (duty === 'check' && topics)
      await tx
        .updateTable('works')
        .set({ held_by: null, held_until: null })
        .where('stage_id', '=', stage.id)
        .where('held_by', '=', staff.account_id)
        .where((is) => is.or([is('topic', 'is', null), is('topic', 'not in', ['', ...topics])]))
        .execute()
    const inWords = (codes: readonly string[] | null | undefined) =>
      codes ? codes.map((code) => known.get(code) ?? code).join(', ') || 'ни одной темы' : 'все темы'
    await audited(tx, actorId, place, 'topics_of_staff', [
      { title: `ID ${testId}`, before: inWords(rows[0]?.topics), after: inWords(topics) },
    ])
  })
}

/** Shows annotations or hides them. Shows none of them if one author has not consented. */
export async function showAnnotations(
  services: Services,
  actorId: number,
  place: Place,
  { works, shown }: { works: readonly number[]; shown: boolean },
) {
  const { stage } = await proposalStage(services, place)
  return services.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('works as w')
      .innerJoin('accounts as a', 'a.id', 'w.account_id')
      .select(['w.id', 'a.first_name', 'a.last_name', 'a.middle_name', mayBeShown.as('allowed')])
      .where('w.stage_id', '=', stage.id)
      .where('w.id', 'in', works)
      .execute()
    if (found.length < works.length) throw new Refusal('work_not_found')
    const barred = found.filter(({ allowed }) => !allowed)
    if (shown && barred.length > 0)
      throw new Refusal('no_consent_to_use', { values: { names: barred.map((name) => formalName(name)).join(', ') } })
    const changed = shown
      ? await tx
          .insertInto('shown_annotations')
          .values(works.map((work) => ({ work_id: work, shown_at: services.clock(), shown_by: actorId })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('work_id')
          .execute()
      : await tx.deleteFrom('shown_annotations').where('work_id', 'in', works).returning('work_id').execute()
    if (changed.length > 0)
      await audited(
        tx,
        actorId,
        place,
        shown ? 'annotations_shown' : 'annotations_hidden',
        changed.map(({ work_id }) => ({ title: `Работа ${work_id}` })),
      )
    return { changed: changed.length }
  })
}

export const audited = (
  tx: Tx,
  actorId: number,
  place: Place,
  action: string,
  changes: readonly Omit<StageChange, 'field'>[],
) =>
  recordAudit(tx, {
    actorId,
    action,
    subject: `stage:${place.competition}/${place.code}`,
    detail: {
      competition: place.competition,
      stage: place.code,
      changes: changes.map((change) => ({ field: 'proposals', ...change })),
    },
  })
