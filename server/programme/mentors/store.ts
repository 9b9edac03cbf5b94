import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { AnsweredBy, MentorshipStatus } from '#shared/programme/mentors/mentorship-status.ts'
import { barredFor } from './conflicts.ts'
import { placesLeft } from './places.ts'

export interface ChosenMentor {
  mentor_id: number
  reasons: number[]
  comment: string
  /** A file of the person's own. */
  file_id: string | null
}

/** A mentor with the account. Disabled accounts and hidden profiles are left out. */
const mentorRows = (db: Db | Tx) =>
  db
    .selectFrom('mentor_profiles as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.published', '=', true)
    .where('a.disabled_at', 'is', null)

const wanted = [
  'a.id',
  'a.last_name',
  'a.first_name',
  'a.middle_name as second_name',
  'p.position',
  'p.field',
  'p.region',
  'p.about as comment',
  'a.avatar',
  'p.topics',
  'p.video',
] as const

/** Columns of a mentor at a stage: places left, absences, and whether there is a conflict with this person. */
const atStage = ({ stageId }: OfStage, barred: ReadonlySet<number>, now: Date) => [
  placesLeft(sql`(select competition_code from stages where id = ${stageId})`).as('left'),
  sql<{ begins: string; ends: string }[]>`coalesce((
    select json_agg(json_build_object('begins', n.begins, 'ends', n.ends) order by n.begins) from mentor_absences n
    where n.mentor_id = p.account_id and n.ends >= (${now}::timestamptz at time zone 'Europe/Moscow')::date), '[]')`.as(
    'absences',
  ),
  sql<boolean>`a.id = any(${[...barred]}::int[])`.as('conflict'),
]

interface OfStage {
  stageId: number
  /** The person who chooses, who cannot be their own mentor. */
  accountId: number
}

const mentorsOfStage = (db: Db | Tx, { stageId, accountId }: OfStage) =>
  mentorRows(db)
    .innerJoin('stage_mentors as s', 's.mentor_id', 'p.account_id')
    .where('s.stage_id', '=', stageId)
    .where('a.id', '<>', accountId)
    // A mentor who has declined this person is not asked again.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mentor_choices as n')
            .select('n.mentor_id')
            .whereRef('n.mentor_id', '=', 'a.id')
            .where('n.account_id', '=', accountId)
            .where('n.stage_id', '=', stageId)
            .where(saidNo('n')),
        ),
      ),
    )

const saidNo = (row: string) =>
  sql<boolean>`(${sql.ref(`${row}.status`)} = 'declined' or (${sql.ref(`${row}.status`)} = 'ended' and ${sql.ref(`${row}.answered_by`)} is distinct from 'other'))`

/** One page of the mentors who may be chosen, by name, and the number of all found. */
export async function findMentors(db: Db, of: OfStage & { search: string; field: string } & Page, now: Date) {
  let found = mentorsOfStage(db, of)
  // Matches beginnings of words: «ректор» does not find «директор».
  const text = sql<string>`' ' || translate(lower(concat_ws(' ', a.last_name, a.first_name, a.middle_name, p.position)), 'ё-«»()', 'е     ')`
  for (const word of of.search.split(/[\s«»()-]+/).filter(Boolean)) {
    const like = `% ${word
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/[\\%_]/g, '\\$&')}%`
    found = found.where(sql<boolean>`${text} like ${like}`)
  }
  if (of.field !== '') found = found.where('p.field', '=', of.field)
  const barred = await barredFor(db, of.stageId, of.accountId)
  const byName = found
    .select(wanted)
    .select(atStage(of, barred, now))
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .orderBy('a.id')
  const { rows, count } = await readPage(byName, of)
  const fields = await mentorsOfStage(db, of)
    .select('p.field')
    .where('p.field', '<>', '')
    .distinct()
    .orderBy('p.field')
    .execute()
  return { mentors: rows.map(withName), count, fields: fields.map(({ field }) => field) }
}

/** Locks the facts of people who have handed in; as for every choice, before the mentors are locked. */
export const lockFactsOf = (tx: Tx, stageId: number, people: readonly number[]) =>
  sql`select from stage_facts where stage_id = ${stageId} and account_id = any(${[...people]}::int[])
    order by account_id for update`.execute(tx)

/** Until the transaction ends, these people stay mentors of the stage if they are: a removal waits. */
export const keepMentors = (tx: Db | Tx, stageId: number, ids: readonly number[]) =>
  sql`select from stage_mentors where stage_id = ${stageId} and mentor_id = any(${[...ids]}::int[])
    order by mentor_id for key share`.execute(tx)

/** The given mentors who may be chosen at the stage, in no particular order. */
export async function mentorsToChoose(db: Db | Tx, of: OfStage, ids: readonly number[], now: Date) {
  if (ids.length === 0) return []
  const barred = await barredFor(db, of.stageId, of.accountId)
  const rows = await mentorsOfStage(db, of)
    .select(wanted)
    .select(atStage(of, barred, now))
    .where('a.id', 'in', [...ids])
    .execute()
  return rows.map(withName)
}

/** The mentors in the handed-in choice who have not answered. */
export async function proposedBefore(db: Db | Tx, { accountId, stageId }: OfStage): Promise<Set<number>> {
  const rows = await db
    .selectFrom('mentor_choices')
    .select('mentor_id')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .where('status', '=', 'proposed')
    .execute()
  return new Set(rows.map(({ mentor_id }) => mentor_id))
}

/** The name of the account `h` that has answered for a mentor. */
export const helperColumns = [
  'h.last_name as helper_last',
  'h.first_name as helper_first',
  'h.middle_name as helper_middle',
] as const

type Helped = Record<'helper_last' | 'helper_first' | 'helper_middle', string | null> & {
  answered_by: AnsweredBy | null
}

/** The assistant who answered: a name, empty if unknown; null if the mentor answered. */
export const assistantInWords = ({ answered_by, helper_last, helper_first, helper_middle }: Helped): string | null =>
  answered_by === 'assistant'
    ? formalName({ last_name: helper_last ?? '', first_name: helper_first ?? '', middle_name: helper_middle ?? '' })
    : null

/** The answers of mentors to the hand-in, in the person's order; with a matching only after its publication. */
export async function answersTo(db: Db, { accountId, stageId }: OfStage, way: 'mentors' | 'matching') {
  const rows = await db
    .selectFrom('mentor_choices as c')
    .innerJoin('accounts as a', 'a.id', 'c.mentor_id')
    .leftJoin('accounts as h', 'h.id', 'c.assistant_id')
    .select(['a.last_name', 'a.first_name', 'a.middle_name', 'c.status', 'c.answer', 'c.answer_until', 'c.answered_by'])
    .select(helperColumns)
    .where('c.account_id', '=', accountId)
    .where('c.stage_id', '=', stageId)
    .$if(way === 'matching', (all) =>
      all.where((eb) => eb.or([eb('c.matched', '=', true), eb('c.status', '<>', 'proposed')])),
    )
    .orderBy('c.rank')
    .orderBy('c.mentor_id')
    .limit(100)
    .execute()
  return rows
    .filter(({ answered_by }) => answered_by !== 'other')
    .map(({ status, answer, answer_until, ...mentor }) => ({
      ...{ status, answer, fio: formalName(mentor), assistant: assistantInWords(mentor) },
      answer_until: status === 'proposed' && answer_until ? formatWire(answer_until) : null,
    }))
}

/** The mentors who have agreed to work with the person. */
export async function agreedMentors(db: Db, of: OfStage, now: Date) {
  const { stageId, accountId } = of
  const rows = await mentorRows(db)
    .innerJoin('mentor_choices as c', 'c.mentor_id', 'a.id')
    .leftJoin('files', 'files.id', 'c.file_id')
    .select(atStage(of, new Set(), now))
    .select([...wanted, 'c.comment as user_comment', 'c.file_id', 'files.name as user_file_name'])
    .where('c.account_id', '=', accountId)
    .where('c.stage_id', '=', stageId)
    .where('c.status', '=', 'accepted')
    .orderBy('c.rank')
    .limit(100)
    .execute()
  return rows.map(({ file_id, ...row }) => ({ ...withName(row), user_file_url: ownFileUrl(file_id) }))
}

/** Replaces the handed-in choice. Answers of mentors are kept, also of mentors who are no longer chosen. */
export async function replaceChoices(
  tx: Tx,
  { accountId, stageId }: OfStage,
  chosen: readonly ChosenMentor[],
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('mentor_choices')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .where('mentor_id', 'not in', [0, ...chosen.map(({ mentor_id }) => mentor_id)])
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'proposed'), eb('matched', '=', false)]),
        eb.and([eb('status', '=', 'ended'), eb('answered_by', '=', 'other')]),
      ]),
    )
    .execute()
  if (chosen.length === 0) return
  await tx
    .insertInto('mentor_choices')
    .values(
      chosen.map((each, place) => ({
        account_id: accountId,
        stage_id: stageId,
        ...each,
        rank: place + 1,
        chosen_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'stage_id', 'mentor_id']).doUpdateSet((eb) => ({
        rank: eb.ref('excluded.rank'),
        reasons: eb.ref('excluded.reasons'),
        comment: eb.ref('excluded.comment'),
        file_id: eb.ref('excluded.file_id'),
        // A mentor who was no longer needed is asked again.
        status: sql<MentorshipStatus>`case when ${isLeftOver} then 'proposed' else mentor_choices.status end`,
        offered_at: sql<Date | null>`case when ${isLeftOver} then null else mentor_choices.offered_at end`,
        answered_by: sql<AnsweredBy | null>`case when ${isLeftOver} then null else mentor_choices.answered_by end`,
      })),
    )
    .execute()
}

const isLeftOver = sql<boolean>`mentor_choices.status = 'ended' and mentor_choices.answered_by = 'other'`

/** The address at which the owner of an attached file can read it. */
export const ownFileUrl = (fileId: string | null) => (fileId === null ? null : `/api/v3/user/files/${fileId}`)

/** A file attached to a handed-in choice of this mentor. */
export const fileForMentor = (db: Db, mentorId: number, fileId: string) =>
  db
    .selectFrom('mentor_choices as c')
    .innerJoin('files as f', 'f.id', 'c.file_id')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .select(['f.id', 'f.name', 'f.type', 'f.scan'])
    .where('c.mentor_id', '=', mentorId)
    .where('c.file_id', '=', fileId)
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst()

const withName = <Row extends { last_name: string; first_name: string; second_name: string }>(row: Row) => ({
  ...row,
  fio: formalName(row),
})
