import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { type Condition, type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import type { FormChange } from '#shared/seasons/forms/form-changes.ts'

type BuiltStage = Pick<SeasonStage, 'id' | 'type'>

export interface AnswerCounts {
  drafts: number
  handed_in: number
}

/** The number of drafts that were never handed in, and of hand-ins, at a stage. */
export const answersOf = (db: Db | Tx, stage: BuiltStage): Promise<AnswerCounts> =>
  counted(db, stage, sql<boolean>`true`)

/** How many drafts and hand-ins lose an answer, or lack one, because of these changes. */
export async function countHurtAnswers(
  db: Db | Tx,
  stage: BuiltStage,
  changes: readonly FormChange[],
  form: FormSchema,
): Promise<AnswerCounts> {
  const names = (hurts: FormChange['hurts']) => [
    ...new Set(changes.flatMap((change) => (change.hurts === hurts ? change.field : []))),
  ]
  const conditions = new Map(fieldsOf(form).map(({ name, visible_when }) => [name, visible_when]))
  const hurt = [
    ...names('answered').map(isFilled),
    ...names('unanswered').map((name) => {
      const when = conditions.get(name)
      return sql<boolean>`(not ${isFilled(name)} and ${when ? isTrue(when) : sql`true`})`
    }),
  ]
  if (hurt.length === 0) return { drafts: 0, handed_in: 0 }
  return counted(db, stage, sql<boolean>`(${sql.join(hurt, sql` or `)})`)
}

/** The latest answer of each owner. Applications are stored apart; of a document's number only its presence counts. */
const handedIn = ({ id, type }: BuiltStage) =>
  type === 'registration'
    ? sql`select a.data || coalesce((
        select jsonb_object_agg(case d.kind when 'passport' then 'reg_passport' else d.kind end, d.kind)
        from personal_documents d where d.account_id = a.account_id), '{}') as data
      from applications a where a.stage_id = ${id} and a.door = 'participant'`
    : sql`select distinct on (account_id, team_id) data from hand_ins where stage_id = ${id}
      order by account_id, team_id, revision desc`

async function counted(db: Db | Tx, stage: BuiltStage, hurt: RawBuilder<boolean>): Promise<AnswerCounts> {
  const stageId = stage.id
  const { rows } = await sql<AnswerCounts>`
    with last as (${handedIn(stage)}), unsent as (
      select d.data from stage_drafts d where d.stage_id = ${stageId} and not exists (
        select from hand_ins h where h.stage_id = d.stage_id
          and (h.account_id = d.account_id or h.team_id = d.team_id))
    )
    select (select count(*)::int from unsent where ${hurt}) as drafts,
      (select count(*)::int from last where ${hurt}) as handed_in`.execute(db)
  return rows[0] ?? { drafts: 0, handed_in: 0 }
}

/** Whether a field is answered, as forms define it: an empty text, an unticked box and an empty list are no answer. */
const isFilled = (name: string) =>
  sql<boolean>`coalesce(data -> ${name}::text, 'null') not in ('null', '""', '[]', '{}', 'false')`

/** A condition of the form on a stored answer. For a list it is enough that one of its choices fits. */
function isTrue(condition: Condition): RawBuilder<boolean> {
  if ('all' in condition) return joined(condition.all, sql` and `, sql<boolean>`true`)
  if ('any' in condition) return joined(condition.any, sql` or `, sql<boolean>`false`)
  if ('not' in condition) return sql<boolean>`not ${isTrue(condition.not)}`
  if ('filled' in condition) return isFilled(condition.field)
  const wanted = 'equals' in condition ? [condition.equals] : condition.in
  const [first] = wanted
  if (typeof first === 'boolean')
    return first ? isFilled(condition.field) : sql<boolean>`not ${isFilled(condition.field)}`
  return sql<boolean>`exists (
    select from jsonb_array_elements(
      case jsonb_typeof(data -> ${condition.field}::text) when 'array' then data -> ${condition.field}::text
        else jsonb_build_array(data -> ${condition.field}::text) end) as chosen
    where coalesce(chosen ->> 'id', chosen #>> '{}') = any(${wanted.map(String)}::text[]))`
}

const joined = (parts: readonly Condition[], by: RawBuilder<unknown>, none: RawBuilder<boolean>) =>
  parts.length === 0 ? none : sql<boolean>`(${sql.join(parts.map(isTrue), by)})`
