import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { TrackWindows } from '#server/stages/tables.ts'
import { type FieldFaults, Refusal } from '#shared/api/refusals.ts'
import { validate } from '#shared/forms/validate.ts'
import { type CopyReport, copyForm, reservedCodes } from '#shared/season-editing/copy-form.ts'
import { shiftDates, shiftMoment } from '#shared/season-editing/shift-dates.ts'
import { quoted } from '#shared/text/quoted.ts'

interface Wanted {
  code: string
  title: string
  days: number
}

/** Copies a season with all dates moved. The copy is hidden until somebody opens it. */
export async function copySeason({ db, clock }: Services, accountId: number, from: string, given: Wanted) {
  const wanted = { ...given, title: given.title.trim(), code: given.code.trim() }
  refuseUnfit(wanted, clock())
  return db.transaction().execute(async (tx) => {
    await sql`select from competitions where code = ${from} for share`.execute(tx)
    const source = await tx.selectFrom('competitions').selectAll().where('code', '=', from).executeTakeFirst()
    if (!source) throw new Refusal('competition_not_found')
    const { code, days } = wanted
    const made = await tx
      .insertInto('competitions')
      .values({
        ...{ code, title: wanted.title, tagline: source.tagline, description: source.description },
        ...{ theme: ownColours(source) ? 'default' : source.theme, layout: source.layout, copyright: source.copyright },
        ...{ support_email: source.support_email, published: false, sort: source.sort },
        starts_at: shiftMoment(source.starts_at, days),
        ends_at: shiftMoment(source.ends_at, days),
        links: JSON.stringify(source.links),
        social: JSON.stringify(source.social),
        feedback_topics: JSON.stringify(source.feedback_topics),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .executeTakeFirst()
    if (!made) throw taken('Такой конкурс уже есть: выберите другой код')
    const own = [source.starts_at, source.ends_at].filter((at) => at !== null).length
    const tracks = await copyTracks(tx, from, code)
    const stages = await copyStages(tx, from, wanted)
    const parts = await copyParts(tx, from, wanted, clock())
    const report: CopyReport = {
      from: source.title,
      days,
      copied: [{ what: 'Треки', count: tracks }, { what: 'Этапы', count: stages.count }, ...parts.copied].filter(
        ({ count }) => count > 0,
      ),
      shifted: own + stages.shifted + parts.shifted,
      left_out: (await leftOut(tx, from)).filter(({ count }) => count > 0),
      look: await worthALook(tx, code, clock()),
    }
    await tx
      .updateTable('competitions')
      .set({ copied: JSON.stringify(report) })
      .where('code', '=', code)
      .execute()
    // Whoever may change only some competitions may change the one that he has made, in the same ways.
    await sql`insert into admin_flags (account_id, flag, competition_code)
      select account_id, flag, ${code} from admin_flags where account_id = ${accountId} and competition_code = ${from}`.execute(
      tx,
    )
    await recordAudit(tx, {
      actorId: accountId,
      action: 'season_copied',
      subject: `competition:${code}`,
      detail: { competition: code, from, days },
    })
    return { code, report }
  })
}

/** The colours of its own drawing: they go with whatever drawing the copy has. */
const ownColours = ({ code, layout, theme }: { code: string; layout: string; theme: string }) =>
  theme === code || theme === layout

const taken = (message: string) => new Refusal('form_invalid', { fields: { code: { rule: 'taken', message } } })

function refuseUnfit(wanted: Wanted, now: Date): void {
  const fields: FieldFaults = validate(copyForm, { ...wanted }, { mode: 'hand_in', now })
  if (Object.keys(fields).length > 0) throw new Refusal('form_invalid', { fields })
  if (reservedCodes.includes(wanted.code)) throw taken('Это слово занято адресом самого портала')
}

const written = async (db: Db | Tx, query: ReturnType<typeof sql>) =>
  Number((await query.execute(db)).numAffectedRows ?? 0)

const copyTracks = (tx: Tx, from: string, code: string) =>
  written(
    tx,
    sql`insert into tracks (competition_code, code, title, description, sort)
      select ${code}, code, title, description, sort from tracks where competition_code = ${from}`,
  )

/** The stages as participants see them; what waits to be published is left. */
async function copyStages(tx: Tx, from: string, { code, days }: Wanted) {
  const rows = await tx
    .selectFrom('stages')
    .selectAll()
    .where('competition_code', '=', from)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  let shifted = 0
  const copies = rows.map(({ id: _id, parent_id: _parent, competition_code: _from, gate, ...row }) => {
    const settings = shiftDates(row.settings, days)
    const windows = shiftDates(row.track_windows, days)
    const dates = [row.opens_at, row.closes_at].filter((at) => at !== null)
    shifted += settings.count + windows.count + dates.length
    return {
      ...row,
      competition_code: code,
      gate: gate && JSON.stringify(gate),
      opens_at: shiftMoment(row.opens_at, days),
      closes_at: shiftMoment(row.closes_at, days),
      track_windows: JSON.stringify(windows.value as TrackWindows),
      settings: JSON.stringify(settings.value),
    }
  })
  if (copies.length > 0) await tx.insertInto('stages').values(copies).execute()
  await sql`update stages made set parent_id = parent_made.id
    from stages old, stages parent_old, stages parent_made
    where made.competition_code = ${code} and old.competition_code = ${from} and old.code = made.code
      and parent_old.id = old.parent_id
      and parent_made.competition_code = ${code} and parent_made.code = parent_old.code`.execute(tx)
  return { count: rows.length, shifted }
}

/** What belongs to stages and to the competition in tables of their own. */
async function copyParts(tx: Tx, from: string, { code, days }: Wanted, now: Date) {
  const pair = sql`stages old join stages made on made.competition_code = ${code} and made.code = old.code`
  const here = sql`old.competition_code = ${from}`
  const forms = await written(
    tx,
    sql`insert into form_versions (stage_id, version, schema, published_at)
      select distinct on (made.id) made.id, 1, f.schema, ${now}::timestamptz
      from ${pair} join form_versions f on f.stage_id = old.id where ${here} order by made.id, f.version desc`,
  )
  const rules = await written(
    tx,
    sql`insert into rules_versions (stage_id, version, text, effective_from, requires_reaccept)
      select distinct on (made.id) made.id, 1, r.text, r.effective_from + make_interval(days => ${days}), true
      from ${pair} join rules_versions r on r.stage_id = old.id where ${here} order by made.id, r.version desc`,
  )
  const keys = await written(
    tx,
    sql`insert into questionnaire_keys (stage_id, form_version, keys, norm_version, norms, imported_at)
      select distinct on (made.id) made.id, 1, k.keys, k.norm_version, k.norms, ${now}::timestamptz
      from ${pair} join questionnaire_keys k on k.stage_id = old.id where ${here} order by made.id, k.form_version desc`,
  )
  const checks = await written(
    tx,
    sql`insert into stage_reviews (stage_id, second_look, return_days, target_hours, reasons, appeal_days)
      select made.id, second_look, return_days, target_hours, reasons, appeal_days
      from ${pair} join stage_reviews r on r.stage_id = old.id where ${here}`,
  )
  const judgings = await written(
    tx,
    sql`insert into judgings (stage_id, readers, blind, gap, method, load_cap, other_region, read_until, asks_verdict, batch)
      select made.id, readers, blind, gap, method, load_cap, other_region,
        j.read_until + make_interval(days => ${days}), asks_verdict, batch
      from ${pair} join judgings j on j.stage_id = old.id where ${here}`,
  )
  await written(
    tx,
    sql`insert into rubrics (stage_id, version, criteria, created_at)
      select distinct on (made.id) made.id, 1, r.criteria, ${now}::timestamptz
      from ${pair} join rubrics r on r.stage_id = old.id where ${here} order by made.id, r.version desc`,
  )
  await written(
    tx,
    sql`insert into peer_stages (stage_id) select made.id from ${pair} join peer_stages p on p.stage_id = old.id where ${here}`,
  )
  const questions = await written(
    tx,
    sql`insert into test_questions (competition_code, code)
      select ${code}, code from test_questions where competition_code = ${from} and retired_at is null`,
  )
  await written(
    tx,
    sql`insert into test_question_versions (question_id, number, topic, difficulty, body, key, made_at)
      select distinct on (made.id) made.id, 1, v.topic, v.difficulty, v.body, v.key, ${now}::timestamptz
      from test_questions old
      join test_questions made on made.competition_code = ${code} and made.code = old.code
      join test_question_versions v on v.question_id = old.id
      where ${here} order by made.id, v.number desc`,
  )
  await written(
    tx,
    sql`insert into own_dictionaries (competition_code, dict, title, loaded_at, loaded_by)
      select ${code}, dict, title, loaded_at, loaded_by from own_dictionaries where competition_code = ${from}`,
  )
  const items = await written(
    tx,
    sql`insert into dictionary_items (dict, id, value, search, region, fo, competition_code, sort, retired)
      select dict, id, value, search, region, fo, ${code}, sort, retired
      from dictionary_items where competition_code = ${from}`,
  )
  const { rows } = await sql<{ dates: number }>`select count(*)::int as dates from judgings j
    join stages s on s.id = j.stage_id where s.competition_code = ${code} and j.read_until is not null`.execute(tx)
  return {
    shifted: rules + (rows[0]?.dates ?? 0),
    copied: [
      { what: 'Анкеты этапов', count: forms },
      { what: 'Тексты правил', count: rules },
      { what: 'Ключи опросников', count: keys },
      { what: 'Настройки проверки', count: checks },
      { what: 'Настройки оценивания с критериями', count: judgings },
      { what: 'Вопросы тестов', count: questions },
      { what: 'Строки своих справочников', count: items },
    ],
  }
}

/** What belongs to last year's people and days, and is not copied. */
async function leftOut(tx: Tx, from: string): Promise<CopyReport['left_out']> {
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
  return counts.map(([what], number) => ({ what, count: rows[0]?.counts[number] ?? 0 }))
}

const year = /(?<!\d)20\d\d(?!\d)/

/** What was written for last year, and may be wrong now. */
async function worthALook(tx: Tx, code: string, now: Date): Promise<CopyReport['look']> {
  const stages = await tx
    .selectFrom('stages')
    .select(['code', 'type', 'title', 'summary', 'manual', 'preparation', 'closes_at', 'settings'])
    .where('competition_code', '=', code)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const ofStages = stages.flatMap(({ code: stage, type, title, summary, manual, preparation, closes_at, settings }) => {
    const texts = [title, summary, manual, preparation, ...stringsIn(settings)].join('\n')
    const named = texts.match(year)?.[0]
    return [
      ...(closes_at !== null && closes_at <= now
        ? [{ stage, text: `Этап ${quoted(title)} уже закончился: срок и после сдвига в прошлом` }]
        : []),
      ...(named ? [{ stage, text: `В текстах этапа ${quoted(title)} назван год: ${named}` }] : []),
      ...(type === 'rules' ? [{ stage, text: `Текст правил ${quoted(title)} прошлогодний` }] : []),
      ...(type === 'registration'
        ? [{ stage, text: `Тексты согласий и промокоды этапа ${quoted(title)} прошлогодние` }]
        : []),
    ]
  })
  const season = await tx
    .selectFrom('competitions')
    .select(['title', 'tagline', 'description', 'copyright', 'links'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const named = [season.tagline, season.description, season.copyright].join('\n').match(year)?.[0]
  const links = Object.values(season.links).some((link) => link)
  return [
    ...(named ? [{ stage: null, text: `В описании или подписи конкурса назван год: ${named}` }] : []),
    ...(links
      ? [{ stage: null, text: 'Ссылки на новости, правила и обработку данных ведут на прошлогодние страницы' }]
      : []),
    ...ofStages,
  ]
}

/** Texts of settings, without moments: their years were moved. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
