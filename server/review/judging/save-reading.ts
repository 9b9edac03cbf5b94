import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { type JudgeVerdict, type Marks, totalOf } from '#shared/stages/rubric.ts'
import type { StageChange } from '#shared/stages/stage-changes.ts'
import { keepConflict } from './edit-judges.ts'
import { nextReading } from './list-readings.ts'
import { markFaultsInWords } from './mark-faults-in-words.ts'
import { nameFurtherJudge } from './name-further-judge.ts'
import { mayBeMarked, type OwnReading, refuseOutOfTurn, requireReading, rubricOf, takesMarks } from './read-reading.ts'
import { lockJudging, newestRubric } from './store.ts'

export interface TypedReading {
  readingId: number
  /** The hand-in that the judge has read. */
  handIn: number
  marks: Marks
  comment: string
  note: string
  verdict: JudgeVerdict | null
  /** Milliseconds that the judge spent on the work, all visits together. */
  spent: number
}

/** Keeps the draft of a judge. `basedOn` is the revision that was edited; without it the latest save wins. */
export async function saveReadingDraft(services: Services, caller: Caller, typed: TypedReading, basedOn?: number) {
  const { db, clock } = services
  const reading = await openReading(db, caller, typed)
  const now = clock()
  const { handIn: hand_in, marks, comment, note, verdict } = typed
  const saved = await db
    .updateTable('readings')
    .set((is) => ({
      draft: JSON.stringify({ hand_in, marks, comment, note, verdict }),
      revision: is('revision', '+', 1),
      saved_at: now,
      spent: sql<number>`greatest(spent, ${typed.spent})`,
    }))
    .where('id', '=', reading.id)
    .where('abstained', 'is', null)
    .$if(basedOn !== undefined, (query) => query.where('revision', '=', basedOn ?? 0))
    .returning('revision')
    .executeTakeFirst()
  if (!saved) {
    // The work may have been taken from the judge meanwhile.
    await openReading(db, caller, typed)
    throw new Refusal('draft_conflict')
  }
  return { revision: saved.revision, saved_at: formatWire(now) }
}

/**
 * Hands the marks in. Until the judging ends they may be changed; they keep the rubric by which they were first given.
 * Where the judges of a work differ too much, one more is named.
 */
export async function handInMarks(services: Services, caller: Caller, typed: TypedReading, rubricVersion: number) {
  const { db, clock } = services
  const stageId = (await openReading(db, caller, typed)).stage_id
  const total = await db.transaction().execute(async (tx) => {
    // The locking order: the judging, the work, the reading. Only what is read after the locks is reliable.
    await lockJudging(tx, stageId, 'forShare')
    await lockWorkOf(tx, typed.readingId)
    const reading = await openReading(tx, caller, typed)
    const rubric = await rubricFor(tx, reading)
    if (rubric.version !== rubricVersion) throw new Refusal('rubric_changed')
    const faults = { ...markFaultsInWords(rubric.criteria, typed.marks), ...verdictFault(reading, typed) }
    if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
    const points = totalOf(rubric.criteria, typed.marks)
    await tx
      .updateTable('readings')
      .set((is) => ({
        hand_in_id: typed.handIn,
        rubric_id: rubric.id,
        marks: JSON.stringify(typed.marks),
        comment: typed.comment.trim(),
        note: typed.note.trim(),
        verdict: reading.asks_verdict ? typed.verdict : null,
        total: points,
        done_at: clock(),
        draft: null,
        revision: is('revision', '+', 1),
        spent: sql<number>`greatest(spent, ${typed.spent})`,
      }))
      .where('id', '=', reading.id)
      .execute()
    if (!reading.for_appeal) await nameFurtherJudge(tx, reading, clock())
    await recordReading(tx, caller, reading, 'marks_given', {
      ...{ field: 'total', title: 'Баллы', before: inWords(reading.total), after: inWords(points) },
    })
    return points
  })
  return { total, next: await nextReading(db, caller.accountId, stageId) }
}

/** Gives a work back with the reason. A judge who knows the author gets no other works of that author. */
export async function abstain(
  services: Services,
  caller: Caller,
  { readingId, reason, conflict }: { readingId: number; reason: string; conflict: boolean },
) {
  const { db, clock } = services
  const stageId = await db.transaction().execute(async (tx) => {
    const { stage_id } = await requireReading(tx, caller, readingId)
    const { state } = await lockJudging(tx, stage_id, 'forShare')
    // The locking order: the judging, the work, the reading. Only what is read after the locks is reliable.
    await lockWorkOf(tx, readingId)
    const found = await requireReading(tx, caller, readingId)
    if (!takesMarks({ ...found, state })) throw new Refusal('judging_closed')
    // The decision depends on the marks that were given.
    if (found.done_at !== null && !mayBeMarked(found))
      throw new Refusal(found.stopped ? 'work_stopped' : 'work_decided')
    const at = clock()
    await tx
      .updateTable('readings')
      .set({
        abstained: reason.trim(),
        abstained_at: at,
        draft: null,
        ...{ marks: null, total: null, verdict: null, done_at: null, hand_in_id: null, rubric_id: null },
      })
      .where('id', '=', readingId)
      .execute()
    const author = found.account_id
    if (conflict && author !== null)
      await keepConflict(tx, {
        stageId: found.stage_id,
        judge: caller.accountId,
        author,
        reason,
        by: caller.accountId,
        at,
      })
    await recordReading(tx, caller, found, 'reading_declined', {
      ...{ field: 'reading', title: conflict ? 'Эксперт знаком с автором' : 'Работа', before: inWords(found.total) },
      after: 'эксперт отказался',
    })
    return found.stage_id
  })
  return { next: await nextReading(db, caller.accountId, stageId) }
}

const inWords = (points: number | null) => (points === null ? 'нет оценки' : String(points))

/** The row names the author, whom only organisers learn from it: judges do not see the journal. */
const recordReading = (tx: Tx, caller: Caller, reading: OwnReading, action: string, change: StageChange) =>
  recordAtStage(tx, {
    ...{ actorId: caller.accountId, action, stageId: reading.stage_id, subject: `reading:${reading.id}` },
    ...{ personId: reading.account_id, changes: [change] },
  })

const lockWorkOf = (tx: Tx, readingId: number) =>
  tx
    .selectFrom('works')
    .select('id')
    .where('id', '=', (of) => of.selectFrom('readings').select('work_id').where('id', '=', readingId))
    .forNoKeyUpdate()
    .execute()

/** A reading that may be marked now, of the hand-in that the judge has open. */
async function openReading(
  db: Services['db'] | Tx,
  caller: Caller,
  { readingId, handIn }: Pick<TypedReading, 'readingId' | 'handIn'>,
): Promise<OwnReading> {
  const reading = await requireReading(db, caller, readingId)
  if (reading.abstained !== null) throw new Refusal('reading_not_found')
  if (!takesMarks(reading)) throw new Refusal('judging_closed')
  if (!mayBeMarked(reading)) throw new Refusal(reading.stopped ? 'work_stopped' : 'work_decided')
  refuseOutOfTurn(reading)
  if (reading.hand_in_id !== handIn) throw new Refusal('work_changed')
  // The judge has already seen the agreed marks.
  if (reading.training && reading.read_hand_in === handIn) throw new Refusal('training_marked')
  return reading
}

const verdictFault = ({ asks_verdict: asked }: OwnReading, { verdict }: TypedReading): FieldFaults =>
  asked && verdict === null ? { verdict: { rule: 'required', message: 'Скажите, проходит ли работа' } } : {}

/** Marks of this hand-in keep their rubric; the first marks use the newest one. */
async function rubricFor(tx: Tx, reading: OwnReading) {
  const kept = reading.done_at !== null && reading.read_hand_in === reading.hand_in_id ? reading.rubric_id : null
  const rubric = kept === null ? await newestRubric(tx, reading.stage_id) : await rubricOf(tx, kept)
  if (!rubric) throw new Refusal('judging_not_ready')
  return rubric
}
