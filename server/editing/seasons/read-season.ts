import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { serverStageKinds } from '#server/kinds/kinds.ts'
import { readSettings } from '#server/stages/read-settings.ts'
import type { KindsByType } from '#server/stages/season.ts'
import {
  type SeasonFile,
  type StageOfFile,
  seasonFileFormat,
  seasonFileVersion,
} from '#shared/editing/seasons/season-file.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Setting } from '#shared/stages/kind.ts'

const kinds: KindsByType = serverStageKinds

/**
 * A season as one value: tracks, stages as participants see them, the newest forms, rules, keys and criteria, settings
 * of the desk, questions and own dictionaries. Data of people and of certain days is only counted.
 */
export async function readWholeSeason(tx: Tx, competition: string): Promise<SeasonFile> {
  await sql`select from competitions where code = ${competition} for share`.execute(tx)
  const row = await tx.selectFrom('competitions').selectAll().where('code', '=', competition).executeTakeFirst()
  if (!row) throw new Refusal('competition_not_found')
  const { code, title, tagline, description, theme, layout, copyright, support_email, sort } = row
  return {
    format: seasonFileFormat,
    version: seasonFileVersion,
    season: {
      ...{ code, title, tagline, description, theme, layout, copyright, support_email, sort },
      starts_at: row.starts_at?.toISOString() ?? null,
      ends_at: row.ends_at?.toISOString() ?? null,
      links: row.links,
      social: row.social,
      topics: row.feedback_topics,
      letters: row.letters,
    },
    tracks: await tx
      .selectFrom('tracks')
      .select(['code', 'title', 'description'])
      .where('competition_code', '=', competition)
      .orderBy('sort')
      .orderBy('code')
      .execute(),
    stages: await readStages(tx, competition),
    questions: await readQuestions(tx, competition),
    dictionaries: await readDictionaries(tx, competition),
    left_out: await leftOut(tx, competition),
  }
}

async function readStages(tx: Tx, competition: string): Promise<StageOfFile[]> {
  const rows = await tx
    .selectFrom('stages')
    .selectAll()
    .where('competition_code', '=', competition)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const codes = new Map(rows.map(({ id, code }) => [id, code]))
  const ids = rows.map(({ id }) => id)
  const forms = await newest(tx.selectFrom('form_versions').select(['stage_id', 'schema']), ids, 'version')
  const rules = await newest(
    tx.selectFrom('rules_versions').select(['stage_id', 'text', 'effective_from']),
    ids,
    'version',
  )
  const keys = await newest(
    tx.selectFrom('questionnaire_keys').select(['stage_id', 'keys', 'norms']),
    ids,
    'form_version',
  )
  const reviews = await newest(
    tx
      .selectFrom('stage_reviews')
      .select(['stage_id', 'second_look', 'return_days', 'target_hours', 'appeal_days', 'reasons']),
    ids,
  )
  const judgings = await newest(
    tx
      .selectFrom('judgings')
      .select(['stage_id', 'readers', 'blind', 'gap', 'method', 'load_cap', 'batch', 'other_region', 'read_until'])
      .select('asks_verdict'),
    ids,
  )
  const rubrics = await newest(tx.selectFrom('rubrics').select(['stage_id', 'criteria']), ids, 'version')
  const peers = await newest(tx.selectFrom('peer_stages').select('stage_id'), ids)
  return rows.map((row) => {
    const { id, code, type, title, summary, manual, minutes, preparation, view, clock, tracks, requires, gate } = row
    const { closed_to_finalists, submit_draft_at_end, viewable, published } = row
    const form = forms.get(id)
    const text = rules.get(id)
    const scoring = keys.get(id)
    const judging = judgings.get(id)
    return {
      ...{ code, parent: row.parent_id === null ? null : (codes.get(row.parent_id) ?? null), type, title, summary },
      ...{ manual, minutes, preparation, view },
      opens_at: row.opens_at?.toISOString() ?? null,
      closes_at: row.closes_at?.toISOString() ?? null,
      track_windows: row.track_windows,
      ...{ clock, tracks, requires, gate },
      ...settingsNow(row),
      ...{ closed_to_finalists, submit_draft_at_end, viewable, published },
      form: form ? { sections: form.schema.sections as NonNullable<StageOfFile['form']>['sections'] } : null,
      rules: text ? { text: text.text, effective_from: text.effective_from.toISOString() } : null,
      scoring: scoring ? { keys: scoring.keys, norms: scoring.norms } : null,
      review: withoutStage(reviews.get(id)),
      judging: judging ? withoutStage({ ...judging, read_until: judging.read_until?.toISOString() ?? null }) : null,
      criteria: rubrics.get(id)?.criteria ?? null,
      assessed_by_peers: peers.has(id),
    }
  })
}

/** The row with the highest version for each stage, in one statement. */
async function newest<O extends { stage_id: number }>(
  // biome-ignore lint/suspicious/noExplicitAny: every table of a stage has the column.
  query: SelectQueryBuilder<any, any, O>,
  ids: readonly number[],
  version?: string,
): Promise<Map<number, O>> {
  const of = query
    .distinctOn('stage_id')
    .where('stage_id', 'in', [0, ...ids])
    .orderBy('stage_id')
  const rows = await (version === undefined ? of : of.orderBy(version, 'desc')).execute()
  return new Map(rows.map((row) => [row.stage_id, row]))
}

function withoutStage<O extends { stage_id: number }>(row: O | undefined): Omit<O, 'stage_id'> | null {
  if (!row) return null
  const { stage_id: _stage, ...rest } = row
  return rest
}

/** Settings in the present version, if they can be read, so that copies of a season are equal. */
function settingsNow(row: { type: string; settings: Record<string, unknown>; settings_version: number }) {
  const kind = Object.hasOwn(kinds, row.type) ? kinds[row.type] : undefined
  const read = kind && readSettings(kind.contract, row.settings, row.settings_version)
  return read && read.faults.length === 0
    ? { settings: read.settings, settings_version: read.version }
    : { settings: row.settings, settings_version: row.settings_version }
}

const readQuestions = async (tx: Tx, competition: string): Promise<SeasonFile['questions']> =>
  (
    await tx
      .selectFrom('test_questions as q')
      .innerJoin('test_question_versions as v', 'v.question_id', 'q.id')
      .distinctOn('q.id')
      .select(['q.code', 'v.topic', 'v.difficulty', 'v.body', 'v.key'])
      .where('q.competition_code', '=', competition)
      .where('q.retired_at', 'is', null)
      .orderBy('q.id')
      .orderBy('v.number', 'desc')
      .execute()
  ).map(({ body, key, ...question }) => ({ ...question, question: { ...body }, key: { ...key } }))

async function readDictionaries(tx: Tx, competition: string): Promise<SeasonFile['dictionaries']> {
  const items = await tx
    .selectFrom('dictionary_items')
    .select(['dict', 'id', 'value', 'region', 'fo', 'retired'])
    .where('competition_code', '=', competition)
    .orderBy('dict')
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const titles = new Map(
    (
      await tx
        .selectFrom('own_dictionaries')
        .select(['dict', 'title'])
        .where('competition_code', '=', competition)
        .execute()
    ).map(({ dict, title }) => [dict, title]),
  )
  const byDict = new Map<string, SeasonFile['dictionaries'][number]>()
  for (const { dict, ...item } of items) {
    const known = byDict.get(dict)
    if (known) known.items.push(item)
    else byDict.set(dict, { dict, title: titles.get(dict) ?? null, items: [item] })
  }
  return [...byDict.values()]
}

/** Counts the data of the old season's people and days, which is not copied. */
async function leftOut(tx: Tx, from: string): Promise<SeasonFile['left_out']> {
  const atStages = (table: string, where = sql`true`) =>
    sql`(select count(*)::int from ${sql.table(table)} t join stages s on s.id = t.stage_id
      where s.competition_code = ${from} and ${where})`
  const ofSeason = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} where competition_code = ${from})`
  const counts: [what: string, count: ReturnType<typeof sql>][] = [
    ['Участники и всё, что они сделали', ofSeason('participations')],
    ['Проверяющие и эксперты этапов', atStages('stage_staff')],
    ['Наставники этапов', atStages('stage_mentors')],
    ['Неопубликованные правки этапов', atStages('stage_edits', sql`t.data is not null`)],
    ['Продления сроков', atStages('stage_extensions')],
    ['Сохранённые отборы участников', ofSeason('saved_audiences')],
    ['Минуты сбоев', atStages('stage_incidents')],
    ['Повторные открытия этапов', atStages('stage_reopenings')],
    ['Школы для уроков', atStages('lesson_places')],
    ['События с записью', ofSeason('offline_events')],
    ['Региональные группы', ofSeason('regional_groups')],
    ['Статьи помощи', ofSeason('faq_articles')],
    [
      'Снятые вопросы тестов',
      sql`(select count(*)::int from test_questions where competition_code = ${from} and retired_at is not null)`,
    ],
    ['Организаторы, которым поручен только прошлый сезон', ofSeason('admin_flags')],
  ]
  const { rows } = await sql<{
    counts: number[]
  }>`select array[${sql.join(counts.map(([, count]) => count))}] as counts`.execute(tx)
  return counts
    .map(([what], number) => ({ what, count: rows[0]?.counts[number] ?? 0 }))
    .filter(({ count }) => count > 0)
}

/** The season without settings that are secrets or data of people; they are counted in `left_out`. */
export function withoutSecrets(file: SeasonFile): SeasonFile {
  const gone: SeasonFile['left_out'] = []
  const stages = file.stages.map((stage) => {
    const properties = (kinds[stage.type]?.contract.settings.properties ?? {}) as Record<string, Setting>
    const secret = Object.entries(properties).filter(([name, { secret: own }]) => own && name in stage.settings)
    for (const [name, { title }] of secret) {
      const value = stage.settings[name]
      const count = Array.isArray(value) ? value.length : 1
      if (count > 0) gone.push({ what: title, count })
    }
    const emptied = Object.fromEntries(secret.map(([name, { default: empty }]) => [name, empty]))
    return { ...stage, settings: { ...stage.settings, ...emptied } }
  })
  return { ...file, stages, left_out: [...file.left_out, ...gone] }
}
