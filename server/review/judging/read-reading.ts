import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { ownersWords } from '#server/stages/authors-words.ts'
import { specialFields } from '#server/stages/forms/special-fields.ts'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { countWords } from '#shared/platform/text/count-words.ts'
import { withoutAddresses, withoutNames } from '#shared/platform/text/names-in.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { askedMarks, type Criterion, type JudgeVerdict, type Marks } from '#shared/stages/rubric.ts'
import { isAsked } from './background.ts'
import { blindName, isOpenReading, isStoppedReading, nextOf, waitsForBatch } from './list-readings.ts'
import { blindFileName } from './send-work-file.ts'
import { stopped } from './stopped.ts'
import { appealed, isJudged, isTraining, stillJudges } from './store.ts'
import type { ReadingDraft } from './tables.ts'

/** A condition: the judge has works of the training left at the stage `s`. */
const trains = ({ accountId }: Caller) => sql<boolean>`exists (
  select from readings r join works w on w.id = r.work_id
  where r.judge_id = ${accountId} and w.stage_id = s.id and ${isOpenReading} and ${isTraining})`

/** A reading that this judge may see, with its work and how the stage is judged; a refusal otherwise. */
export async function requireReading(db: Db | Tx, caller: Caller, readingId: number): Promise<OwnReading> {
  const reading = await ownReading(db, caller, readingId)
  if (reading) return reading
  const { rows } = await sql`
    select from readings r join works w on w.id = r.work_id
    where r.id = ${readingId} and r.judge_id = ${caller.accountId} and (r.taken is not null or not ${stillJudges})`.execute(
    db,
  )
  throw new Refusal(rows.length > 0 ? 'reading_taken' : 'reading_not_found')
}

/**
 * Like `requireReading`, but null instead of a refusal. A judge removed from the stage sees nothing of it any more, not
 * even marked works.
 */
export async function ownReading(db: Db | Tx, caller: Caller, readingId: number) {
  const row = await db
    .selectFrom('readings as r')
    .innerJoin('works as w', 'w.id', 'r.work_id')
    .innerJoin('stages as s', 's.id', 'w.stage_id')
    .innerJoin('judgings as j', 'j.stage_id', 's.id')
    .innerJoin('hand_ins as h', 'h.id', 'w.hand_in_id')
    .leftJoin('accounts as a', 'a.id', 'w.account_id')
    .leftJoin('formed_teams as t', 't.id', 'w.team_id')
    .leftJoin('prepared_works as p', (join) =>
      join.onRef('p.work_id', '=', 'w.id').onRef('p.hand_in_id', '=', 'w.hand_in_id'),
    )
    .leftJoin('judge_references as e', (join) =>
      join.onRef('e.work_id', '=', 'w.id').onRef('e.hand_in_id', '=', 'w.hand_in_id'),
    )
    .select(['r.id', 'r.work_id', 'r.judge_id', 'r.draft', 'r.revision as draft_revision', 'r.saved_at', 'r.abstained'])
    .select(['r.hand_in_id as read_hand_in', 'r.rubric_id', 'r.marks', 'r.comment', 'r.note', 'r.total', 'r.done_at'])
    .select([
      'w.stage_id',
      'w.account_id',
      'w.team_id',
      'w.hand_in_id',
      'w.waits_since',
      's.title',
      's.competition_code',
    ])
    .select(['j.state', 'j.blind', 'j.read_until', 'j.gap', 'j.readers', 'j.asks_verdict', 'r.verdict'])
    .select(['e.training', 'e.marks as agreed_marks', 'e.total as agreed_total', 'e.comment as agreed_comment'])
    .select(['r.for_appeal', sql<boolean>`r.for_appeal and ${appealed}`.as('appealed')])
    .select([trains(caller).as('trains'), stopped.as('stopped'), isAsked.as('asked')])
    .select(waitsForBatch(caller.accountId, sql`s.id`).as('later'))
    .select([
      'h.revision',
      'h.form_version',
      'h.data',
      'a.last_name',
      'a.first_name',
      'a.middle_name',
      't.name as team',
      'p.telling',
    ])
    .where('r.id', '=', readingId)
    .where('r.judge_id', '=', caller.accountId)
    .where('r.taken', 'is', null)
    .where(stillJudges)
    .where('j.state', '<>', 'setup')
    .executeTakeFirst()
  return row ?? null
}
export type OwnReading = NonNullable<Awaited<ReturnType<typeof ownReading>>>

/** A work as its judge reads it, with the judge's marks and, once they are handed in, those of the others. */
export async function readReading(services: Services, caller: Caller, readingId: number) {
  const { db } = services
  const reading = await requireReading(db, caller, readingId)
  refuseOutOfTurn(reading)
  const { stage_id: stageId, hand_in_id: handIn } = reading
  const training = reading.training === true
  const done = reading.done_at !== null && reading.read_hand_in === handIn
  // The draft about an earlier hand-in may be used again.
  const { draft } = reading
  const { left, of, read_revision, next, rubric, others, appeal } = await standing(db, caller, reading, done)
  if (!rubric) throw new Refusal('judging_not_ready')
  const name =
    reading.team === null
      ? [reading.last_name, reading.first_name, reading.middle_name].filter(Boolean).join(' ')
      : `Команда ${quoted(reading.team)}`
  return {
    reading_id: reading.id,
    stage_id: stageId,
    stage_title: reading.title,
    name: reading.blind ? blindName(reading.id) : name,
    details: [],
    training,
    blind: reading.blind,
    state:
      reading.abstained !== null
        ? ('abstained' as const)
        : takesMarks(reading) && mayBeMarked(reading) && !(training && done)
          ? ('open' as const)
          : ('closed' as const),
    until: reading.read_until && formatWire(reading.read_until),
    left,
    of,
    next,
    hand_in: handIn,
    revision: reading.revision,
    read_revision,
    lines: reading.abstained === null ? await workInWords(services, reading) : [],
    rubric: { version: rubric.version, criteria: rubric.criteria },
    typed: { ...typedOf(reading, draft, rubric.criteria), ...savedOf(reading, done) },
    asks_verdict: reading.asks_verdict,
    agreed: training && done ? agreedOf(reading) : null,
    others: done && !training ? others.map(nameless) : [],
    appeal: reading.for_appeal ? await appealWords(db, reading, appeal ?? '') : null,
  }
}

/** Whether the marks are still needed: the work waits, or its author appeals. */
export const mayBeMarked = ({
  waits_since,
  stopped,
  appealed,
}: Pick<OwnReading, 'waits_since' | 'stopped' | 'appealed'>): boolean => (waits_since !== null && !stopped) || appealed

/** Whether marks are accepted: during the judging, and for an appeal also afterwards. */
export const takesMarks = ({ state, for_appeal, appealed }: Pick<OwnReading, 'state' | 'for_appeal' | 'appealed'>) =>
  state === 'reading' || (state === 'closed' && for_appeal && appealed)

/**
 * Refuses while the judge has not stated a background, and while works are left that come first: those of the training,
 * then those of an earlier batch.
 */
export function refuseOutOfTurn(reading: OwnReading): void {
  const { trains, training, later, state, abstained, for_appeal, asked, done_at } = reading
  if (asked && done_at === null && abstained === null && takesMarks(reading)) throw new Refusal('background_needed')
  if (training === true || for_appeal || state !== 'reading' || abstained !== null) return
  if (trains) throw new Refusal('training_first')
  if (later) throw new Refusal('batch_first')
}

/** The text of the appeal; where the author must not be known, without identifying words. */
async function appealWords(db: Db, { blind, account_id, team_id }: OwnReading, text: string): Promise<string> {
  if (!blind) return text
  return withoutNames(withoutAddresses(text), await ownersWords(db, { accountId: account_id, teamId: team_id }))
}

const agreedOf = ({ agreed_marks: marks, agreed_total: total, agreed_comment: comment }: OwnReading) => ({
  marks: { ...marks },
  total: total ?? 0,
  comment: comment ?? '',
})

/** The content of the fields: the draft, or what was handed in. Only marks of the rubric's criteria. */
function typedOf(reading: OwnReading, draft: ReadingDraft | null, criteria: readonly Criterion[]) {
  const marks = draft?.marks ?? reading.marks ?? {}
  return {
    marks: askedMarks(criteria, marks),
    comment: draft?.comment ?? reading.comment,
    note: draft?.note ?? reading.note,
    verdict: draft ? (draft.verdict ?? null) : reading.verdict,
  }
}

const savedOf = (reading: OwnReading, done: boolean) => ({
  revision: reading.draft_revision,
  saved_at: reading.saved_at && formatWire(reading.saved_at),
  done_at: done && reading.done_at ? formatWire(reading.done_at) : null,
  total: done ? reading.total : null,
})

export const rubricOf = async (db: Db | Tx, rubricId: number | null) =>
  (await db
    .selectFrom('rubrics')
    .select(['id', 'version', 'criteria'])
    .where('id', '=', rubricId)
    .executeTakeFirst()) ?? null

interface Standing {
  left: number
  /** All works that the judge has at the stage, except those given back and stopped. */
  of: number
  read_revision: number | null
  next: number | null
  rubric: { version: number; criteria: Criterion[] } | null
  others: Other[]
  /** The author's text of an appeal, unchanged. */
  appeal: string | null
}

/** What another judge gave. */
interface Other {
  total: number | null
  marks: Marks | null
  comment: string
  verdict: JudgeVerdict | null
}

/**
 * The context of a reading, in one statement: what is left and comes next, the rubric by which it was or will be
 * marked, and what the other judges gave. A hidden reference shows no more marks of others than any work has.
 */
async function standing(db: Db, caller: Caller, reading: OwnReading, done: boolean): Promise<Standing> {
  const { stage_id: stageId } = reading
  const read = reading.draft?.hand_in ?? reading.read_hand_in
  const { rows } = await sql<Standing>`
    select
      (select count(*)::int from readings r join works w on w.id = r.work_id
        where r.judge_id = ${caller.accountId} and w.stage_id = ${stageId} and ${isOpenReading}) as left,
      (select count(*)::int from readings r join works w on w.id = r.work_id
        where r.judge_id = ${caller.accountId} and w.stage_id = ${stageId} and r.taken is null and r.abstained is null
          and ${stillJudges} and (not ${isStoppedReading} or ${isOpenReading} or r.done_at is not null)) as of,
      (select revision from hand_ins where id = ${read}) as read_revision,
      ${nextOf(caller.accountId, stageId, reading.id)} as next,
      (select json_build_object('version', b.version, 'criteria', b.criteria) from rubrics b
        where case when ${done} then b.id = ${reading.rubric_id}::int else b.stage_id = ${stageId} end
        order by b.version desc limit 1) as rubric,
      coalesce((
        select json_agg(json_build_object('total', o.total, 'marks', o.marks, 'comment', o.comment, 'verdict', o.verdict)
          order by o.done_at)
        from (
          select * from readings where work_id = ${reading.work_id} and hand_in_id = ${reading.hand_in_id}
            and done_at is not null and id <> ${reading.id} and ${done}
          order by done_at limit ${reading.readers}
        ) o), '[]') as others,
      (select p.text from appeals p
        where p.work_id = ${reading.work_id} and p.hand_in_id = ${reading.hand_in_id} limit 1) as appeal`.execute(db)
  return rows[0] ?? { left: 0, of: 0, read_revision: null, next: null, rubric: null, others: [], appeal: null }
}

/** A hand-in that is read by a person who may not know the author. */
type ReadWork = Pick<
  OwnReading,
  'stage_id' | 'competition_code' | 'form_version' | 'data' | 'blind' | 'account_id' | 'team_id'
> & {
  /** Words of the text that could reveal the author when it was handed in. */
  telling?: string[] | null
}

/** The answer in words; where the author must not be known, without identifying words. */
export async function workInWords(services: Services, reading: ReadWork): Promise<ReadableLine[]> {
  const { db, seasons } = services
  const stage = (await seasons.known(db, reading.competition_code))?.byId.get(reading.stage_id)
  const work = isJudged(stage) ? stage.kind?.work : null
  if (!stage || !work) throw new Refusal('reading_not_found')
  const handedIn = {
    settings: stage.settings,
    stageId: stage.id,
    formVersion: reading.form_version,
    data: reading.data,
  }
  const [all = []] = await work.inWords(db, [handedIn], services)
  const hidden = await specialFields(db, stage, reading.form_version)
  const lines = all.filter(({ field }) => field === undefined || !hidden(field))
  if (!reading.blind) return lines
  const owner = { accountId: reading.account_id, teamId: reading.team_id }
  const words = [...(await ownersWords(db, owner)), ...(reading.telling ?? [])]
  return lines.map(({ files, ...line }) => {
    if (!files) {
      const value = withoutNames(withoutAddresses(line.value), words)
      // The word count is that of the original text, because the limit applies to it.
      return value === line.value ? line : { ...line, value, words: countWords(line.value) }
    }
    const named = files.map((file, place) => ({ ...file, name: blindFileName(file.name, place) }))
    return { ...line, files: named, value: named.map(({ name }) => name).join(', ') }
  })
}

/** Judges are not named to each other, even where the author is known. */
const nameless = ({ total, marks, comment, verdict }: Other, place: number) => ({
  name: `Другой эксперт ${place + 1}`,
  total: total ?? 0,
  marks: marks ?? {},
  comment,
  verdict,
})
