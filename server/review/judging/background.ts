import { sql } from 'kysely'
import type { Duty } from '#server/accounts/rights/staff.ts'
import type { Db, Tx } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import type { Services } from '#server/services.ts'
import { cleanAnswer } from '#shared/forms/fields/answer.ts'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { backgroundForm, backgroundIn } from '#shared/review/judging/background-form.ts'
import { conflictsAt } from './conflicts.ts'
import { sameRegion } from './store.ts'
import { takeReadings } from './take-readings.ts'

/** What organisers have stated about a person with a duty. */
type Said = Pick<Duty, 'duty' | 'region' | 'employer'>

/** A judge whose region or employer the organisers have not stated. */
const lacks = ({ duty, region, employer }: Said) => duty === 'judge' && (region === null || employer === '')

/** Asks a new judge for their background, where organisers have left it out and the portal does not know it. */
export async function askUnknown(tx: Tx, accountId: number, duties: readonly Said[]): Promise<void> {
  if (!duties.some(lacks) || !(await isUnknown(tx, accountId))) return
  await tx
    .insertInto('judge_backgrounds')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A condition: the judge of the reading `r` still has to state their background. */
export const isAsked = sql<boolean>`exists (
  select from judge_backgrounds b where b.account_id = r.judge_id and b.said_at is null)`

/** Whether this judge has to state their background before reading works. */
export async function isAskedNow(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    select from judge_backgrounds b where b.account_id = ${accountId} and b.said_at is null and exists (
      select from stage_staff t join judgings j on j.stage_id = t.stage_id
      where t.account_id = b.account_id and t.duty = 'judge')`.execute(db)
  return rows.length > 0
}

/** The questions, and the answers of the judge. */
export async function readBackground({ db }: Pick<Services, 'db'>, accountId: number) {
  const said = await db
    .selectFrom('judge_backgrounds as b')
    .leftJoin('dictionary_items as d', (join) => join.on('d.dict', '=', 'regions').onRef('d.id', '=', 'b.region'))
    .select(['b.region', 'b.employer', 'b.said_at', 'd.value'])
    .where('b.account_id', '=', accountId)
    .executeTakeFirst()
  return {
    form: { version: backgroundForm.version, sections: [...backgroundForm.sections] },
    answer:
      said?.said_at != null
        ? {
            ...(said.region === null
              ? { abroad: true }
              : { region: { id: said.region, value: said.value ?? said.region } }),
            employer: said.employer || 'нет',
          }
        : {},
    asked: await isAskedNow(db, accountId),
  }
}

/**
 * Keeps the background that a judge states. Works that the judge has not begun and, because of it, must not read go to
 * others. The judgings are locked before anything else, as in an assignment.
 */
export async function saveBackground(services: Services, accountId: number, sent: AnswerData) {
  const { db, clock } = services
  const { data } = cleanAnswer(backgroundForm, sent)
  const faults = validate(backgroundForm, data, { mode: 'hand_in', now: clock() })
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
  const { region, employer } = backgroundIn(data)
  const known = db.selectFrom('dictionary_items').select('id').where('dict', '=', 'regions')
  if (region !== null && !(await known.where('id', '=', region).executeTakeFirst()))
    throw new Refusal('form_invalid', { fields: { region: { rule: 'dict', message: 'Выберите регион из списка' } } })
  await db.transaction().execute(async (tx) => {
    const at = clock()
    // Only once: a judge who could answer again could choose which works to get. Organisers correct later changes.
    const asked = await tx
      .selectFrom('judge_backgrounds')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('said_at', 'is', null)
      .executeTakeFirst()
    if (!asked) throw new Refusal('background_known')
    const { rows: stages } = await sql<{ stage_id: number; other_region: string }>`
      select j.stage_id, j.other_region from judgings j
      where j.state <> 'closed' and exists (
        select from stage_staff t where t.stage_id = j.stage_id and t.account_id = ${accountId} and t.duty = 'judge')
      order by j.stage_id for update`.execute(tx)
    const said = { region, employer, said_at: at }
    const { numUpdatedRows } = await tx
      .updateTable('judge_backgrounds')
      .set(said)
      .where('account_id', '=', accountId)
      .where('said_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('background_known')
    for (const { stage_id: stageId, other_region } of stages) {
      const barred = (await conflictsAt(tx, stageId, null, accountId)).map(({ work }) => work)
      const near = sql<boolean>`(${other_region === 'rule'} and exists (
        select from stage_staff t join stages s on s.id = t.stage_id
        where t.stage_id = w.stage_id and t.account_id = r.judge_id and t.duty = 'judge' and ${sameRegion}))`
      const which = sql<boolean>`r.judge_id = ${accountId} and w.stage_id = ${stageId} and w.waits_since is not null
        and (w.id = any(${barred}::int[]) or ${near})`
      await takeReadings(tx, which, { why: 'conflict', reason, at, marks: false })
    }
    await giveUpAppeals(tx, accountId, at)
  })
  return readBackground(services, accountId)
}

const reason = 'Совпали место работы или регион, о которых сказал эксперт'

/** Works that the judge was to read for an appeal, at any stage. They are decided, so the main query misses them. */
async function giveUpAppeals(tx: Tx, accountId: number, at: Date): Promise<void> {
  const { rows } = await sql<{ stage_id: number; work: number; near: boolean }>`
    select w.stage_id, w.id as work, (j.other_region = 'rule' and exists (
      select from stage_staff t join stages s on s.id = t.stage_id
      where t.stage_id = w.stage_id and t.account_id = r.judge_id and t.duty = 'judge' and ${sameRegion})) as near
    from readings r join works w on w.id = r.work_id join judgings j on j.stage_id = w.stage_id
    where r.judge_id = ${accountId} and r.for_appeal and r.done_at is null and r.abstained is null
    order by w.stage_id, w.id`.execute(tx)
  for (const { stage_id, work, near } of rows)
    if (near || (await conflictsAt(tx, stage_id, work, accountId)).length > 0) {
      const which = sql<boolean>`r.judge_id = ${accountId} and w.id = ${work} and r.for_appeal`
      await takeReadings(tx, which, { why: 'conflict', reason, at, marks: false })
    }
}

/** Deletes the background of people who judge nowhere; the row stays, so they are asked again as new judges. */
export const forgetBackgrounds = (db: Db | Tx) =>
  sql`update judge_backgrounds b set region = null, employer = '', said_at = null
    where b.said_at is not null and not exists (
      select from stage_staff t where t.account_id = b.account_id and t.duty = 'judge')`.execute(db)

/** Whether the portal has no data on where this person lives and works: they have taken part in no competition. */
async function isUnknown(tx: Tx, accountId: number): Promise<boolean> {
  const taken = tx.selectFrom('participations').select('account_id').where('account_id', '=', accountId).limit(1)
  return (await taken.executeTakeFirst()) === undefined
}

/** The background that the person has stated as a judge. */
export async function ownBackground(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('judge_backgrounds as b')
    .leftJoin('dictionary_items as d', (join) => join.on('d.dict', '=', 'regions').onRef('d.id', '=', 'b.region'))
    .select(['b.region', 'd.value', 'b.employer', 'b.said_at'])
    .where('b.account_id', '=', accountId)
    .where('b.said_at', 'is not', null)
    .execute()
  return rows.map(({ value, ...row }) => ({
    kept: row,
    lines: [
      ['Регион', value ?? row.region ?? 'не в России'],
      ['Место работы', row.employer === '' ? 'нет' : row.employer],
      ['Сообщено', moment(row.said_at)],
    ],
  }))
}
