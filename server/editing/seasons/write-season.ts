import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { searchForm } from '#server/forms/dictionaries/search-form.ts'
import { serverStageKinds } from '#server/kinds/kinds.ts'
import type { Services } from '#server/services.ts'
import type { KindsByType } from '#server/stages/season.ts'
import type { SeasonFile, StageOfFile } from '#shared/editing/seasons/season-file.ts'
import { shiftDates } from '#shared/editing/seasons/shift-dates.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { isOwnPlace } from '#shared/platform/text/page-path.ts'
import { type CopyReport, copyForm, type KeptReport } from '#shared/seasons/competitions/copy-form.ts'
import { keptLook, type LookedAt, lookNow } from './last-years.ts'

/** The title of a new season, its code in the address, and by how many days all dates move. */
export interface Wanted {
  code: string
  title: string
  days: number
}

/** The title and the code, trimmed. Throws a refusal with the faults of their fields. */
export function fitWanted({ servedWords }: Services, { code, title, days }: Wanted, now: Date): Wanted {
  const wanted = { title: title.trim(), code: code.trim(), days }
  const fields: FieldFaults = validate(copyForm, { ...wanted }, { mode: 'hand_in', now })
  if (Object.keys(fields).length > 0) throw new Refusal('form_invalid', { fields })
  if (isReserved(wanted.code, servedWords)) throw taken('Это слово занято адресом самого портала')
  return wanted
}

/** Words of the portal's own addresses, and those that every object of the language answers to, as `constructor`. */
export const isReserved = (code: string, served: ReadonlySet<string>) =>
  served.has(code) || isOwnPlace(code) || code in Object.prototype

const taken = (message: string) => new Refusal('form_invalid', { fields: { code: { rule: 'taken', message } } })

/** The number of rows in a statement. */
const batch = 1000

const inBatches = async <R>(rows: readonly R[], write: (some: R[]) => Promise<unknown>) => {
  for (let at = 0; at < rows.length; at += batch) await write(rows.slice(at, at + batch))
}

/** The season with all its dates moved, and the number of these dates. */
export function movedSeason(file: SeasonFile, days: number): { file: SeasonFile; shifted: number } {
  const { value, count } = shiftDates(file, days)
  return { file: value as SeasonFile, shifted: count }
}

/** Makes a hidden season of this value and returns a report. */
export async function writeWholeSeason(
  tx: Tx,
  { file, shifted }: ReturnType<typeof movedSeason>,
  { code, title, days }: Wanted,
  by: { accountId: number; now: Date; begun?: 'template' | 'empty' | null },
): Promise<CopyReport> {
  const { season, stages } = file
  const made = await tx
    .insertInto('competitions')
    .values({
      ...{ code, title, tagline: season.tagline, description: season.description },
      ...{ theme: ownColours(season) ? 'default' : season.theme, layout: season.layout, copyright: season.copyright },
      ...{ support_email: season.support_email, published: false, sort: season.sort },
      ...{ starts_at: dateOf(season.starts_at), ends_at: dateOf(season.ends_at) },
      links: JSON.stringify(season.links),
      social: JSON.stringify(season.social),
      feedback_topics: JSON.stringify(season.topics),
      letters: JSON.stringify(season.letters ?? {}),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  if (!made) throw taken('Такой конкурс уже есть: выберите другой код')
  if (file.tracks.length > 0)
    await tx
      .insertInto('tracks')
      .values(file.tracks.map((track, sort) => ({ competition_code: code, ...track, sort })))
      .execute()
  await writeStages(tx, code, stages, by.now)
  await writeQuestions(tx, code, file.questions, by.now)
  await writeDictionaries(tx, code, file.dictionaries, by)
  const count = (has: (stage: StageOfFile) => unknown) => stages.filter((stage) => Boolean(has(stage))).length
  const looked = lookedAt(file)
  const report: KeptReport = {
    from: season.title,
    days,
    copied: [
      { what: 'Треки', count: file.tracks.length },
      { what: 'Этапы', count: stages.length },
      { what: 'Анкеты этапов', count: count(({ form }) => form) },
      { what: 'Тексты правил', count: count(({ rules }) => rules) },
      { what: 'Ключи опросников', count: count(({ scoring }) => scoring) },
      { what: 'Настройки проверки', count: count(({ review }) => review) },
      { what: 'Настройки оценивания с критериями', count: count(({ judging }) => judging) },
      { what: 'Свои слова писем портала', count: Object.keys(season.letters ?? {}).length },
      { what: 'Вопросы тестов', count: file.questions.length },
      {
        what: 'Строки своих справочников',
        count: file.dictionaries.reduce((sum, { items }) => sum + items.length, 0),
      },
    ].filter((each) => each.count > 0),
    shifted,
    left_out: file.left_out,
    ...keptLook(looked, by.begun === 'template', by.now),
  }
  // Nothing was copied into an empty one.
  if (by.begun !== 'empty')
    await tx
      .updateTable('competitions')
      .set({ copied: JSON.stringify(report) })
      .where('code', '=', code)
      .execute()
  const { read, ...said } = report
  return { ...said, ...lookNow(looked, report, by.now) }
}

const kinds: KindsByType = serverStageKinds

const lookedAt = (file: SeasonFile): LookedAt => ({
  ...file,
  stages: file.stages.map((stage) => ({
    ...stage,
    kind: (Object.hasOwn(kinds, stage.type) && kinds[stage.type]) || null,
    rules: stage.rules?.text ?? null,
  })),
})

/** The colours of its own drawing: they go with whatever drawing the copy has. */
const ownColours = ({ code, layout, theme }: SeasonFile['season']) => theme === code || theme === layout

const dateOf = (iso: string | null) => (iso === null ? null : new Date(iso))

async function writeStages(tx: Tx, code: string, stages: readonly StageOfFile[], now: Date): Promise<void> {
  if (stages.length === 0) return
  const rows = await tx
    .insertInto('stages')
    .values(
      stages.map((stage, at) => ({
        ...{ competition_code: code, code: stage.code, type: stage.type, title: stage.title, summary: stage.summary },
        ...{ manual: stage.manual, minutes: stage.minutes, preparation: stage.preparation, view: stage.view },
        ...{ opens_at: dateOf(stage.opens_at), closes_at: dateOf(stage.closes_at), clock: stage.clock },
        ...{ tracks: stage.tracks, requires: stage.requires, settings_version: stage.settings_version },
        ...{ closed_to_finalists: stage.closed_to_finalists, submit_draft_at_end: stage.submit_draft_at_end },
        ...{ viewable: stage.viewable, published: stage.published, sort: at + 1 },
        track_windows: JSON.stringify(stage.track_windows),
        gate: stage.gate === null ? null : JSON.stringify(stage.gate),
        settings: JSON.stringify(stage.settings),
      })),
    )
    .returning(['id', 'code'])
    .execute()
  const ids = new Map(rows.map((row) => [row.code, row.id]))
  const idOf = (of: string) => ids.get(of) ?? 0
  const parents = stages.filter(({ parent }) => parent !== null)
  await sql`update stages s set parent_id = p.id
    from unnest(${parents.map((stage) => stage.code)}::text[], ${parents.map(({ parent }) => parent)}::text[]) as o (code, parent)
    join stages p on p.competition_code = ${code} and p.code = o.parent
    where s.competition_code = ${code} and s.code = o.code`.execute(tx)
  for (const stage of stages) await writeParts(tx, idOf(stage.code), stage, now)
}

/** Writes what a stage has in other tables, each as its first version. */
async function writeParts(tx: Tx, stage_id: number, stage: StageOfFile, now: Date): Promise<void> {
  const { form, rules, scoring, review, judging, criteria } = stage
  if (form)
    await tx
      .insertInto('form_versions')
      .values({ stage_id, version: 1, schema: JSON.stringify({ version: 1, ...form }), published_at: now })
      .execute()
  if (rules)
    await tx
      .insertInto('rules_versions')
      .values({
        ...{ stage_id, version: 1, text: rules.text, requires_reaccept: true },
        effective_from: new Date(rules.effective_from),
      })
      .execute()
  if (scoring)
    await tx
      .insertInto('questionnaire_keys')
      .values({
        ...{ stage_id, form_version: 1, norm_version: 1, imported_at: now },
        keys: JSON.stringify(scoring.keys),
        norms: JSON.stringify(scoring.norms),
      })
      .execute()
  if (review)
    await tx
      .insertInto('stage_reviews')
      .values({ stage_id, ...review, reasons: JSON.stringify(review.reasons) })
      .execute()
  if (judging)
    await tx
      .insertInto('judgings')
      .values({ stage_id, ...judging, read_until: dateOf(judging.read_until) })
      .execute()
  if (criteria)
    await tx
      .insertInto('rubrics')
      .values({ stage_id, version: 1, criteria: JSON.stringify(criteria), created_at: now, created_by: null })
      .execute()
  if (stage.assessed_by_peers) await tx.insertInto('peer_stages').values({ stage_id }).execute()
}

async function writeQuestions(tx: Tx, code: string, all: SeasonFile['questions'], now: Date): Promise<void> {
  const byCode = groupBy(all, (question) => question.code)
  await inBatches(all, async (some) => {
    const rows = await tx
      .insertInto('test_questions')
      .values(some.map((question) => ({ competition_code: code, code: question.code })))
      .returning(['id', 'code'])
      .execute()
    await tx
      .insertInto('test_question_versions')
      .values(
        rows.flatMap(({ id, code: name }) =>
          (byCode.get(name) ?? []).map(({ topic, difficulty, question, key }) => ({
            ...{ question_id: id, number: 1, topic, difficulty, made_at: now },
            body: JSON.stringify(question),
            key: JSON.stringify(key),
          })),
        ),
      )
      .execute()
  })
}

async function writeDictionaries(
  tx: Tx,
  code: string,
  dictionaries: SeasonFile['dictionaries'],
  { accountId, now }: { accountId: number; now: Date },
): Promise<void> {
  for (const { dict, title, items } of dictionaries) {
    if (title !== null)
      await tx
        .insertInto('own_dictionaries')
        .values({ competition_code: code, dict, title, loaded_at: now, loaded_by: accountId })
        .execute()
    const rows = items.map((item, sort) => ({
      ...{ competition_code: code, dict, sort, search: searchForm(item.value), ...item },
    }))
    await inBatches(rows, (some) => tx.insertInto('dictionary_items').values(some).execute())
  }
}
