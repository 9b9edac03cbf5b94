import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { queued } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { isCondition } from '#shared/seasons/forms/condition-shape.ts'
import { dictOf } from '#shared/seasons/forms/dict-of.ts'
import { formChanges, plainText } from '#shared/seasons/forms/form-changes.ts'
import { formFaults, formFaultsInWords } from '#shared/seasons/forms/form-faults.ts'
import {
  type FormPlace,
  inSettings,
  lockForm,
  mayReopen,
  type StoredForm,
  shownForm,
  storedForm,
} from './edited-form.ts'
import { countHurtAnswers } from './hurt-answers.ts'
import { knownDictionaries } from './own-dictionaries.ts'

/** Saves the draft of a form. Participants see it once it is published. */
export async function saveForm(
  services: Services,
  accountId: number,
  place: FormPlace,
  { revision, form }: { revision: number; form: FormSchema },
) {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const stored = await lockForm(services, tx, place, revision)
    await refuseFaulty(tx, place.competition, form, 'draft')
    if (plainText(form.sections) !== plainText(stored.form.sections)) {
      const same = plainText(form.sections) === plainText(stored.published?.sections ?? [])
      await keepDraft(tx, stored, same ? null : form, accountId, clock())
      const changes = formChanges(stored.form, form)
      await audit(tx, accountId, place, 'form_edited', { changes: onTheJournal(changes) })
    }
    return shownForm(services, tx, await storedForm(services, tx, place))
  })
}

export async function dropForm(services: Services, accountId: number, place: FormPlace, revision: number) {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const stored = await lockForm(services, tx, place, revision)
    if (stored.waits) {
      await keepDraft(tx, stored, null, accountId, clock())
      const changes = formChanges(stored.form, stored.published ?? { version: 1, sections: [] })
      await audit(tx, accountId, place, 'form_edits_dropped', { changes: onTheJournal(changes) })
    }
    return shownForm(services, tx, await storedForm(services, tx, place))
  })
}

/** What happens to answers that the new version hides or breaks: they are kept, or people hand in again. */
export type AnswersChoice = 'keep' | 'reopen'

/** Publishes the draft as the next version. Hand-ins keep the version that they were given for. */
export async function publishDraft(
  services: Services,
  accountId: number,
  place: FormPlace,
  { revision, answers }: { revision: number; answers: AnswersChoice | null },
) {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const now = clock()
    const stored = await lockForm(services, tx, place, revision)
    if (!stored.waits) return shownForm(services, tx, stored)
    const { stage, form, published } = stored
    await refuseFaulty(tx, place.competition, form, 'publish')
    refuseEmpty(form)
    refuseLacking(stage, form)
    const changes = formChanges(published, form)
    const hurt = published ? await countHurtAnswers(tx, stage, changes, form) : { drafts: 0, handed_in: 0 }
    if (answers === null && hurt.drafts + hurt.handed_in > 0)
      throw new Refusal('form_breaks_answers', {
        values: {
          drafts: counted(hurt.drafts, 'черновик', 'черновика', 'черновиков'),
          handed_in: counted(hurt.handed_in, 'сданная', 'сданные', 'сданных'),
        },
      })
    const version = (published?.version ?? 0) + 1
    const next = { version, sections: form.sections }
    if (inSettings(stage)) await putIntoSettings(tx, stage.id, published, next, now)
    await publishForm(tx, stage.id, next, now)
    await keepDraft(tx, stored, null, accountId, now)
    const reopened = answers === 'reopen' && hurt.handed_in > 0
    if (reopened) {
      if (!mayReopen(stage, now))
        throw new Refusal('stage_closed', {
          values: { reason: 'Сначала продлите этап: сдать анкету заново уже нельзя' },
        })
      await reopen(tx, stage.id, now)
    }
    await audit(tx, accountId, place, 'form_published', {
      version,
      ...hurt,
      reopened,
      changes: onTheJournal(changes),
    })
    return shownForm(services, tx, await storedForm(services, tx, place))
  })
}

function refuseEmpty(form: FormSchema): void {
  if (fieldsOf(form).length > 0) return
  throw new Refusal('form_faulty', { values: { where: 'В анкете нет ни одного вопроса' } })
}

function refuseLacking({ kind, settings }: StoredForm['stage'], form: FormSchema): void {
  const lacks = kind?.built?.lacks?.(form, settings) ?? []
  if (lacks.length > 0) throw new Refusal('form_faulty', { values: { where: lacks.join('. ') } })
}

/**
 * The form becomes a setting of the stage, also in unpublished edits of the stage. The previous version is stored for
 * later reading, because it may have come from the settings and not from here.
 */
async function putIntoSettings(tx: Tx, stageId: number, before: FormSchema | null, next: FormSchema, now: Date) {
  if (before && fieldsOf(before).length > 0)
    await tx
      .insertInto('form_versions')
      .values({ stage_id: stageId, version: before.version, schema: JSON.stringify(before), published_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const form = JSON.stringify(next)
  await sql`update stages set settings = jsonb_set(settings, '{form}', ${form}::jsonb) where id = ${stageId}`.execute(
    tx,
  )
  await sql`update stage_edits set data = jsonb_set(data, '{settings,form}', ${form}::jsonb)
    where stage_id = ${stageId} and data is not null`.execute(tx)
}

/** Everybody who has handed in must do it again and gets a message: a job each, because there may be many people. */
async function reopen(tx: Tx, stageId: number, now: Date): Promise<void> {
  await tx
    .insertInto('stage_reopenings')
    .values({ stage_id: stageId, at: now, reason: 'Анкета изменилась: проверьте ответы и сдайте её ещё раз' })
    .execute()
  await sql`select ${queued('tell_of_form', sql`json_build_object('stageId', ${stageId}::int, 'accountId', account_id)`)}
    from (select distinct account_id from hand_ins where stage_id = ${stageId} and account_id is not null) as people`.execute(
    tx,
  )
}

async function refuseFaulty(
  db: Db | Tx,
  competition: string,
  form: FormSchema,
  mode: 'draft' | 'publish',
): Promise<void> {
  const all = fieldsOf(form).flatMap((field) => [field, ...(field.fields ?? [])])
  if (all.some(({ visible_when }) => visible_when !== undefined && !isCondition(visible_when)))
    throw new Refusal('invalid_request')
  const faults = { ...formFaults(form, mode) }
  const dicts = new Set((await knownDictionaries(db, competition)).map(({ id }) => id))
  for (const field of all) {
    const dict = dictOf(field)
    if (dict !== undefined && !dicts.has(dict))
      faults[field.name] = { rule: 'schema', message: `Справочника «${dict}» в конкурсе нет` }
  }
  if (Object.keys(faults).length > 0)
    throw new Refusal('form_faulty', { fields: faults, values: { where: formFaultsInWords(form, faults).join('. ') } })
}

async function keepDraft(tx: Tx, { stage }: StoredForm, form: FormSchema | null, accountId: number, now: Date) {
  const kept = {
    schema: form && JSON.stringify({ version: 0, sections: form.sections }),
    saved_at: now,
    saved_by: accountId,
  }
  await tx
    .insertInto('form_drafts')
    .values({ stage_id: stage.id, revision: 1, ...kept })
    .onConflict((conflict) =>
      conflict.column('stage_id').doUpdateSet((eb) => ({ revision: eb('form_drafts.revision', '+', 1), ...kept })),
    )
    .execute()
}

const onTheJournal = (changes: ReturnType<typeof formChanges>) =>
  changes.map(({ field, label, words }) => ({ field, title: label, after: words }))

const audit = (
  tx: Tx,
  actorId: number,
  { competition, code }: FormPlace,
  action: 'form_edited' | 'form_published' | 'form_edits_dropped',
  detail: object,
) =>
  recordAudit(tx, {
    actorId,
    action,
    subject: `stage:${competition}/${code}`,
    detail: { competition, stage: code, ...detail },
  })
