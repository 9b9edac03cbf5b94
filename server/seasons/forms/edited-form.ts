import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { itemOf } from '#server/forms/dictionaries/dictionaries.ts'
import { wholeDictionaries } from '#server/forms/dictionaries/whole-dictionaries.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { type Condition, type FieldOption, type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { dictOf } from '#shared/seasons/forms/dict-of.ts'
import { formChanges } from '#shared/seasons/forms/form-changes.ts'
import { answersOf, countHurtAnswers } from './hurt-answers.ts'

export interface FormPlace {
  competition: string
  code: string
}

const nothing: FormSchema = { version: 0, sections: [] }

/** A stage whose form is edited in the console. Refuses any other stage. */
export async function builtStage(
  { seasons }: Pick<Services, 'seasons'>,
  db: Db | Tx,
  { competition, code }: FormPlace,
): Promise<SeasonStage> {
  // The cached season lacks what the transaction itself has written.
  const season = await (db.isTransaction ? seasons.renewed(db, competition) : seasons.of(db, competition))
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (!stage?.kind?.built) throw new Refusal('stage_not_found')
  return stage
}

export interface StoredForm {
  stage: SeasonStage
  published: FormSchema | null
  publishedAt: Date | null
  /** The draft; without a draft the published form. */
  form: FormSchema
  waits: boolean
  /** 0 where nobody has edited the form. */
  revision: number
  savedAt: Date | null
  savedBy: { first_name: string | null; last_name: string | null } | null
}

/** Whether the form that people see is a setting of the stage; `form_versions` is then only its history. */
export const inSettings = ({ kind }: Pick<SeasonStage, 'kind'>): boolean => kind?.built?.in === 'settings'

/** The form of a stage as it is stored. A draft has the version of the published form that it changes. */
export async function storedForm(services: Services, db: Db | Tx, place: FormPlace): Promise<StoredForm> {
  const stage = await builtStage(services, db, place)
  const row = await db
    .selectFrom('stages as s')
    .leftJoin('form_drafts as d', 'd.stage_id', 's.id')
    .leftJoin('accounts as a', 'a.id', 'd.saved_by')
    .select(['d.revision', 'd.schema', 'd.saved_at', 'a.first_name', 'a.last_name'])
    .select((eb) =>
      eb
        .selectFrom('form_versions as f')
        .select(
          sql<{ schema: FormSchema; version: number; at: string }>`
          json_build_object('schema', f.schema, 'version', f.version, 'at', f.published_at)`.as('last'),
        )
        .whereRef('f.stage_id', '=', 's.id')
        .orderBy('f.version', 'desc')
        .limit(1)
        .as('last'),
    )
    .where('s.id', '=', stage.id)
    .executeTakeFirstOrThrow()
  const { last } = row
  const published = inSettings(stage)
    ? (stage.settings.form as FormSchema)
    : last && { ...last.schema, version: last.version }
  const version = published?.version ?? 0
  return {
    stage,
    published,
    publishedAt: last && last.version === version ? new Date(last.at) : null,
    form: row.schema ? { ...row.schema, version } : (published ?? nothing),
    waits: row.schema !== null,
    revision: row.revision ?? 0,
    savedAt: row.saved_at,
    savedBy: row.last_name === null && row.first_name === null ? null : row,
  }
}

/** The stored form for a change: the stage is locked, and the revision must be the one that the organiser saw. */
export async function lockForm(services: Services, tx: Tx, place: FormPlace, revision: number): Promise<StoredForm> {
  await sql`select from stages where competition_code = ${place.competition} and code = ${place.code} for no key update`.execute(
    tx,
  )
  const stored = await storedForm(services, tx, place)
  if (stored.revision !== revision) throw new Refusal('stage_edit_conflict')
  return stored
}

/** The form as it is sent to the organiser. */
export async function shownForm(services: Services, db: Db | Tx, stored: StoredForm) {
  const { stage, published, form } = stored
  const changes = formChanges(published, form)
  const read = async (of: Db | Tx) => ({
    answers: await answersOf(of, stage),
    hurt: published ? await countHurtAnswers(of, stage, changes, form) : { drafts: 0, handed_in: 0 },
  })
  const name = `form ${stage.id} ${stored.revision} ${form.version}`
  const { as_of, ...counts } = db.isTransaction
    ? { as_of: null, ...(await read(db)) }
    : await services.readings.figures({ competition: stage.competitionCode, name, read })
  return {
    ...{ as_of, ...counts },
    revision: stored.revision,
    saved_at: stored.waits && stored.savedAt ? formatWire(stored.savedAt) : null,
    saved_by: stored.savedBy && fullName(stored.savedBy as { first_name: string; last_name: string }),
    form: onWire(form),
    published: published && onWire(published),
    published_at: stored.publishedAt && formatWire(stored.publishedAt),
    dictionaries: await dictionariesOf(services, db, form, stage.competitionCode),
    changes,
    reopens: !inSettings(stage),
    may_reopen: mayReopen(stage, services.clock()),
  }
}

const onWire = ({ version, sections }: FormSchema) => ({ version, sections: [...sections] })

/** People can only be asked to hand in again while the stage is open. */
export const mayReopen = (stage: SeasonStage, now: Date): boolean =>
  !inSettings(stage) && (stage.closesAt === null || stage.closesAt > now)

/** Small dictionaries as a whole; of large ones only the items that conditions name. */
async function dictionariesOf({ dictionaries }: Services, db: Db | Tx, form: FormSchema, competition: string) {
  const all = await dictionaries.now(db)
  const fields = fieldsOf(form).flatMap((field) => [field, ...(field.fields ?? [])])
  const dicts = new Map(fields.flatMap((field) => (dictOf(field) ? [[field.name, dictOf(field) as string]] : [])))
  const found: Record<string, FieldOption[]> = {}
  for (const { visible_when } of fields)
    for (const { field, id } of visible_when ? comparedIn(visible_when) : []) {
      const dict = dicts.get(field)
      const item = dict && itemOf(all, dict, id, competition)
      if (dict && item) found[dict] = [...(found[dict] ?? []), { id, value: item.value }]
    }
  return { ...found, ...wholeDictionaries(all, form, competition) }
}

function comparedIn(condition: Condition): { field: string; id: string }[] {
  if ('all' in condition) return condition.all.flatMap(comparedIn)
  if ('any' in condition) return condition.any.flatMap(comparedIn)
  if ('not' in condition) return comparedIn(condition.not)
  const wanted = 'equals' in condition ? [condition.equals] : 'in' in condition ? condition.in : []
  return wanted.map((id) => ({ field: condition.field, id: String(id) }))
}
