import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { markFaultsInWords } from '#server/review/judging/mark-faults-in-words.ts'
import { rubricOf } from '#server/review/judging/read-reading.ts'
import { newestRubric } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { recordFacts } from '#server/stages/facts.ts'
import { closed, isWorkable } from '#server/stages/one-stage.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { type Marks, totalOf } from '#shared/stages/rubric.ts'
import { lockRater, lockTask, refuseUnlessAssessing } from './give-task.ts'
import { assessedBy, withWorks } from './peer-stage.ts'
import { ownTask } from './read-task.ts'

export interface TypedTask {
  stageId: number
  taskId: number
  marks: Marks
  comment: string
  /** Milliseconds that the person spent on the work, all visits together. */
  spent: number
}

/** Keeps the draft of a person. `basedOn` is the revision that was edited; without it the latest save wins. */
export async function saveTaskDraft(services: Services, accountId: number, typed: TypedTask, basedOn?: number) {
  const { db, clock } = services
  const now = clock()
  const stage = await assessedBy(services, accountId, typed.stageId)
  const { open } = await ownTask(services, accountId, typed)
  if (!isWorkable(stage) && !(open && stage.state.is_active)) throw closed(stage.state)
  if (!open) throw new Refusal('marks_final')
  const saved = await db
    .updateTable('peer_tasks')
    .set((is) => ({
      draft: JSON.stringify({ marks: typed.marks, comment: typed.comment }),
      revision: is('revision', '+', 1),
      saved_at: now,
      spent: sql<number>`greatest(spent, ${typed.spent})`,
    }))
    .where('id', '=', typed.taskId)
    .where('returned_at', 'is', null)
    .$if(basedOn !== undefined, (query) => query.where('revision', '=', basedOn ?? 0))
    .returning('revision')
    .executeTakeFirst()
  if (!saved) throw new Refusal('draft_conflict')
  return { revision: saved.revision, saved_at: formatWire(now) }
}

interface HowSent {
  rubricVersion: number
  receivedAt: Date
}

/** Hands the marks of a work in. With the last work the person has finished, and their marks no longer change. */
export async function handInTask(services: Services, accountId: number, typed: TypedTask & HowSent) {
  const { stageId, taskId, receivedAt } = typed
  await services.seasons.ready(services.db, { stageId })
  return services.db.transaction().execute(async (tx) => {
    const now = services.clock()
    const locked = await lockRater(tx, services, accountId, stageId, receivedAt)
    const { settings, rater } = locked
    const { works } = withWorks(locked)
    const task = await lockTask(tx, locked, accountId, taskId)
    await refuseUnlessAssessing(tx, locked)
    const rubric = task.done_at ? await rubricOf(tx, task.rubric_id) : await newestRubric(tx, works.id)
    if (!rubric) throw new Refusal('judging_not_ready')
    if (rubric.version !== typed.rubricVersion) throw new Refusal('rubric_changed')
    const comment = typed.comment.trim()
    const faults: FieldFaults = {
      ...markFaultsInWords(rubric.criteria, typed.marks),
      ...shortComment(comment, settings),
    }
    if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
    const total = totalOf(rubric.criteria, typed.marks)
    await tx
      .updateTable('peer_tasks')
      .set((is) => ({
        rubric_id: rubric.id,
        marks: JSON.stringify(typed.marks),
        comment,
        total,
        done_at: now,
        draft: null,
        revision: is('revision', '+', 1),
        spent: sql<number>`greatest(spent, ${typed.spent})`,
      }))
      .where('id', '=', taskId)
      .execute()
    const first = task.done_at === null && task.kind !== 'training'
    const done = rater.done + (first ? 1 : 0)
    if (first) await countDone(tx, { stageId, accountId }, done, { ...settings, finishedAt: rater.finished_at }, now)
    return { total, done, finished: rater.finished_at !== null || done >= settings.given }
  })
}

function shortComment(comment: string, { min_comment: min }: { min_comment: number }): FieldFaults {
  if ([...comment].length >= min) return {}
  const message = `Напишите автору, что хорошо и что исправить: не меньше ${counted(min, 'знака', 'знаков', 'знаков')}`
  return { comment: { rule: 'min_length', message } }
}

async function countDone(
  tx: Tx,
  { stageId, accountId }: { stageId: number; accountId: number },
  done: number,
  { given, finishedAt }: { given: number; finishedAt: Date | null },
  now: Date,
): Promise<void> {
  const finishes = finishedAt === null && done >= given
  await tx
    .updateTable('peer_raters')
    .set({ done, ...(finishes && { finished_at: now, short_since: null, due_at: null }) })
    .where('stage_id', '=', stageId)
    .where('account_id', '=', accountId)
    .execute()
  if (finishes) await recordFacts(tx, { accountId, stageId }, { submittedAt: now }, now)
}
