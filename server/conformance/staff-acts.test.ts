import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#server/editing/stages/list-audit.ts'
import { noRow } from '#server/platform/audit/no-row.ts'
import { isOfStaff } from '#server/platform/audit/staff-calls.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { actionsInWords } from '#shared/editing/stages/act-in-words.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { routes } from '#shared/routes.ts'
import { demoPortal, type Key, type Role, type WholeCall, wholeCalls } from './whole-call.ts'
import { callerOf } from './with-texts.ts'

let app: TestApp
let tokens: Partial<Record<Role, string>>
beforeAll(async () => {
  ;({ app, tokens } = await demoPortal())
}, 300_000)
afterAll(() => app.close())

const ofStaff = (Object.entries(routes) as [Key, RouteSpec][]).filter(([key, { access }]) => isOfStaff(key, access))
const looks = ([key, spec]: [Key, RouteSpec]) => key.startsWith('GET ') || spec.onlyReads === true

/** Writes without a row of their own here: the row of their call is all there is to say. Each with its reason. */
const changeNothing: Record<string, Key[]> = {
  'as it was: the demo already has what is asked for': [
    'PUT /admin/competitions/:competition/stages/:code',
    'PUT /admin/competitions/:competition/season',
    'PUT /admin/competitions/:competition/opening',
    'POST /admin/competitions/:competition/look',
    'PUT /admin/competitions/:competition/stages',
    'POST /admin/competitions/:competition/stages/:code/questionnaire/report',
    'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id/members/:test_id',
    'PUT /admin/competitions/:competition/stages/:code/teams/:team_id/members/:test_id',
    'PUT /admin/competitions/:competition/stages/:code/form',
    'POST /admin/competitions/:competition/stages/:code/form/publish',
    'POST /admin/competitions/:competition/stages/:code/checkers',
    'POST /admin/competitions/:competition/stages/:code/judging/state',
    'POST /admin/competitions/:competition/stages/:code/event/hosts',
  ],
  'nobody: there is none of whom this is asked': [
    'POST /admin/competitions/:competition/stages/:code/peer/pool',
    'POST /admin/competitions/:competition/stages/:code/peer/experts',
    'POST /admin/competitions/:competition/stages/:code/peer/reserve',
    'POST /admin/competitions/:competition/stages/:code/return',
    'POST /desk/doors/:stage_id/marks',
  ],
  'a look before the act, which asks again': [
    'POST /admin/competitions/:competition/broadcasts/preview',
    'POST /admin/competitions/:competition/bulk-acts/preview',
    'POST /admin/competitions/:competition/stages/:code/test/incident',
    'POST /admin/competitions/:competition/stages/:code/test/rulings',
    'POST /admin/competitions/:competition/stages/:code/meetings/moves',
  ],
  'a message to oneself': [
    'POST /admin/competitions/:competition/broadcasts/test',
    'POST /admin/competitions/:competition/letters/:letter/test',
    'POST /admin/test-letter',
  ],
  'holds a work for half an hour or lets it go': [
    'DELETE /desk/teams/:team_id/hold',
    'DELETE /desk/works/:work_id/hold',
    'POST /desk/stages/:stage_id/next',
  ],
}

/** Calls that the state of the demo refuses, and the action that they record where they are not refused. */
const refusedHere: Partial<Record<Key, [code: string, action: string]>> = {
  'POST /admin/competitions/:competition/stages/:code/publish': ['stage_edit_conflict', 'stage_published'],
  'DELETE /admin/competitions/:competition/stages/:code/edits': ['stage_edit_conflict', 'stage_edits_dropped'],
  'POST /admin/competitions/:competition/bulk-acts': ['nobody_to_change', 'people_changed'],
  'POST /admin/competitions/:competition/bulk-acts/:bulk_act_id/confirmation': [
    'bulk_act_over',
    'people_decision_confirmed',
  ],
  'POST /admin/competitions/:competition/stages/:code/questionnaire/items': ['table_faulty', 'questionnaire_imported'],
  'POST /admin/competitions/:competition/questions/import': ['table_faulty', 'questions_loaded'],
  'POST /admin/competitions/:competition/stages/:code/multiform/parts': ['form_invalid', 'part_added'],
  'GET /admin/competitions/:competition/stages/:code/tracks/people/:test_id': ['unknown_track', 'looked'],
  'PUT /admin/competitions/:competition/stages/:code/tracks/people/:test_id': ['unknown_track', 'track_person_moved'],
  'POST /admin/competitions/:competition/stages/:code/tracks/allocation': ['tracks_still_open', 'tracks_given_out'],
  'POST /admin/competitions/:competition/stages/:code/tracks/news': ['unknown_track', 'track_announced'],
  'PUT /admin/competitions/:competition/stages/:code/teams/:team_id/verdict': ['team_changed', 'team_decided'],
  'GET /admin/competitions/:competition/stages/:code/teams-assembly': ['team_assembly_early', 'looked'],
  'POST /admin/competitions/:competition/stages/:code/teams-assembly': ['team_assembly_early', 'teams_assembled'],
  'POST /admin/competitions/:competition/stages/:code/playoff/draw': ['playoff_drawn', 'playoff_drawn'],
  'POST /admin/competitions/:competition/stages/:code/playoff/entrants/:entrant_id/drop': [
    'match_not_now',
    'playoff_dropped',
  ],
  'DELETE /admin/competitions/:competition/stages/:code/form': ['stage_edit_conflict', 'form_edits_dropped'],
  'POST /admin/competitions/:competition/dictionaries/:dict/import': ['table_faulty', 'dictionary_loaded'],
  'PUT /admin/faq-articles/order': ['faq_changed', 'faq.reordered'],
  'POST /admin/faq-images': ['file_type_unsupported', 'faq.image'],
  'PUT /admin/competitions/:competition/stages/:code/review': ['form_invalid', 'review_changed'],
  'PUT /admin/competitions/:competition/stages/:code/judging': ['form_invalid', 'judging_changed'],
  'POST /admin/competitions/:competition/stages/:code/judging/decisions': ['judging_not_closed', 'work_decided'],
  'PUT /desk/background': ['form_invalid', 'acted'],
  'POST /admin/competitions/:competition/cutoffs/:cutoff_id/protocol': ['cutoff_empty', 'protocol_frozen'],
  'POST /admin/competitions/:competition/protocols/:number/confirmation': ['protocol_settled', 'protocol_confirmed'],
  'POST /admin/competitions/:competition/protocols/:number/withdrawal': ['protocol_settled', 'protocol_withdrawn'],
  'POST /mentors/meetings': ['meeting_date_wrong', 'meeting_made'],
}

/** Names of fields that only answers about people have. */
const ofPeople =
  /"(test_id|user_id|fio|first_name|last_name|author|person)":|(demo\d+|participant|finalist|captain|mentor\d*)@demo/

interface Row {
  action: string
  actor: string | null
  subject: string
  detail: Record<string, unknown>
}

async function rowsAfter<T>(act: () => Promise<T>): Promise<{ answer: T; rows: Row[] }> {
  const last = await sql<{ id: string }>`select coalesce(max(id), 0) as id from audit`.execute(app.db)
  const answer = await act()
  const { rows } = await sql<Row>`select t.action, a.email as actor, t.subject, t.detail
    from audit t left join accounts a on a.id = t.actor_id where t.id > ${last.rows[0]?.id} order by t.id`.execute(
    app.db,
  )
  return { answer, rows }
}

test('R-88 every call of staff leaves a row that the journal shows in words, or names the reason why it does not', async () => {
  const { wholeCall, made, owned } = wholeCalls(app, tokens)
  const wrong: string[] = []
  const counts = { own: 0, net: 0, exempt: 0, refused: 0 }
  for (const [key, spec] of ofStaff) {
    const roles: Role[] = spec.access === 'assessor' ? ['assessor', 'admin'] : [callerOf(spec)]
    let done = await rowsAfter(async () => made(await wholeCall(key, owned[key]), tokens[roles[0] ?? 'admin']))
    if (done.answer.status >= 400 && roles[1])
      done = await rowsAfter(async () => made(await wholeCall(key), tokens[roles[1] ?? 'admin']))
    const { answer, rows } = done
    const own = rows.filter(({ action }) => action !== 'looked' && action !== 'acted')
    const say = (fault: string) =>
      wrong.push(`${key}: ${fault}: ${answer.status} ${answer.code} [${rows.map(({ action }) => action)}]`)
    if (answer.status >= 400) {
      counts.refused += 1
      if (refusedHere[key]?.[0] !== answer.code) say('is refused')
      if (rows.length > 0) say('is refused and leaves a row')
    } else if (key in noRow) {
      counts.exempt += 1
      if (rows.length > 0) say('leaves a row and has a reason not to')
      if (noRow[key] !== 'draft' && noRow[key] !== 'own' && ofPeople.test(answer.text))
        say(`shows people: ${ofPeople.exec(answer.text)?.[0]}`)
    } else if (own.length > 0) {
      counts.own += 1
      if (own.some(({ actor }) => actor === null)) say('leaves a row without the actor')
    } else if (rows.length === 1) {
      counts.net += 1
      const [row] = rows
      if (row?.detail.summary !== spec.summary || row.subject === '') say('leaves a row that does not say what')
      if (row?.action !== (looks([key, spec]) ? 'looked' : 'acted')) say('leaves a row of the other kind')
      if (!looks([key, spec]) && !Object.values(changeNothing).flat().includes(key))
        say('changes something and leaves no row of its own')
    } else say('leaves no row')
  }
  expect(wrong.join('\n')).toBe('')
  expect(counts.own + counts.net + counts.exempt + counts.refused).toBe(ofStaff.length)
  expect(counts.refused).toBe(Object.keys(refusedHere).length)
  const { rows } = await sql<{ action: string }>`
    select distinct action from audit where detail ? 'competition' and action not in ('looked', 'acted')`.execute(
    app.db,
  )
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter(({ action }) => !(action in actionsInWords))).toEqual([])
}, 600_000)

test('R-88 what the demo refuses as it is leaves the row of its act once it may be done', async () => {
  const { wholeCall, made } = wholeCalls(app, tokens)
  const xlsx = (sheets: Record<string, string[][]>) => {
    const book = utils.book_new()
    for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
    const form = new FormData()
    form.set('file', new Blob([write(book, { type: 'array', bookType: 'xlsx' })]), 'таблица.xlsx')
    return { form }
  }
  const season = '/api/v3/admin/competitions/ru_season_5'
  const read = async (url: string) => JSON.parse((await made({ method: 'GET', url }, tokens.admin)).text)
  const trackOf = async (at: number) => {
    const { rows } = await sql<{ code: string }>`
      select t ->> 'code' as code from stages, jsonb_array_elements(settings -> 'tracks') t
      where competition_code = 'all_kinds' and code = 'track_wishes' order by 1`.execute(app.db)
    return rows[at]?.code ?? ''
  }
  const anEdit = async () => {
    const url = `${season}/stages/questionnaire`
    const { revision, answer, gate } = await read(url)
    const changed = { revision, gate, answer: { ...answer, stage_title: `${answer.stage_title} снова` } }
    expect((await made({ method: 'PUT', url, json: changed }, tokens.admin)).status).toBe(200)
    return (await read(url)).revision as number
  }
  const aWaitingAct = async () => {
    const { id } = await app.db
      .insertInto('bulk_acts')
      .values({
        ...{ competition_code: 'ru_season_5', asked_at: app.clock.now(), about: 'Все', reason: 'Так', people: 0 },
        ...{ audience: '{}', act: JSON.stringify({ kind: 'result', stage: 'essay', outcome: 'passed' }) },
        state: 'waiting',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { url: `${season}/bulk-acts/${id}/confirmation` }
  }
  const picture = async () => {
    const form = new FormData()
    const square = sharp({ create: { width: 600, height: 600, channels: 3, background: '#1a3fd4' } })
    form.set('file', new Blob([new Uint8Array(await square.png().toBuffer())]), 'схема.png')
    return { form }
  }
  const prepared: Partial<Record<Key, () => Promise<Partial<WholeCall>>>> = {
    'POST /admin/competitions/:competition/stages/:code/publish': async () => ({
      json: { revision: await anEdit() },
    }),
    'DELETE /admin/competitions/:competition/stages/:code/edits': async () => ({
      url: `${season}/stages/questionnaire/edits?revision=${await anEdit()}`,
    }),
    'DELETE /admin/competitions/:competition/stages/:code/form': async () => {
      const url = `${season}/stages/questionnaire/form`
      const { revision, form } = await read(url)
      form.sections[0].title += ' снова'
      expect((await made({ method: 'PUT', url, json: { revision, form } }, tokens.admin)).status).toBe(200)
      return { url: `${url}?revision=${(await read(url)).revision}` }
    },
    'PUT /admin/competitions/:competition/stages/:code/review': async () => ({
      json: { answer: { ...(await read(`${season}/stages/questionnaire/review`)).answer, target_hours: 30 } },
    }),
    'PUT /admin/competitions/:competition/stages/:code/judging': async () => {
      const { answer } = await read(`${season}/stages/essay/judging`)
      answer.criteria[0].title += ' снова'
      return { json: { answer } }
    },
    'POST /admin/competitions/:competition/stages/:code/multiform/parts': async () => ({
      json: {
        answer: {
          ...{ title: 'Рекомендации', closes_at: '', added_for: 'unfinished' },
          questions: [{ label: 'Кто вас рекомендует', view: 'text', required: true }],
        },
      },
    }),
    'POST /mentors/meetings': async () => {
      const { rows } = await sql<{ stage_id: number; user: number }>`
        select m.stage_id, a.test_id as user from meetings m join meeting_parties p on p.meeting_id = m.id
        join accounts a on a.id = p.account_id join accounts b on b.id = m.mentor_id
        where b.email = 'mentor@demo.test' order by m.id limit 1`.execute(app.db)
      const meeting_date = formatWire(new Date(app.clock.now().getTime() + 340 * 86_400_000))
      const place = { format: 1, meeting_date, minutes: 30, place: 'Пермь' }
      return { json: { ...place, stage_id: rows[0]?.stage_id, user_ids: [rows[0]?.user] } }
    },
    'PUT /admin/competitions/:competition/stages/:code/teams/:team_id/verdict': async () => {
      const { url } = await wholeCall('PUT /admin/competitions/:competition/stages/:code/teams/:team_id/verdict')
      const members = await app.db
        .selectFrom('formed_team_members as m')
        .innerJoin('accounts as a', 'a.id', 'm.account_id')
        .select('a.test_id')
        .where('m.team_id', '=', Number(/teams\/(\d+)/.exec(url)?.[1]))
        .execute()
      const fits = members.map(({ test_id }) => ({ test_id, verdict: 'fits', note: '' }))
      return { url, json: { verdict: 'admitted', reason: 'Письмо пришло', members: fits } }
    },
    'PUT /admin/competitions/:competition/stages/:code/tracks/people/:test_id': async () => {
      const { url } = await wholeCall('PUT /admin/competitions/:competition/stages/:code/tracks/people/:test_id')
      const { rows } = await sql<{ track: string | null }>`
        select p.track_code as track from participations p join accounts a on a.id = p.account_id
        where p.competition_code = 'all_kinds' and a.test_id = ${Number(url.split('/').at(-1))}`.execute(app.db)
      const from = rows[0]?.track ?? null
      const to = (await trackOf(0)) === from ? await trackOf(1) : await trackOf(0)
      return { url, json: { from, to, reason: 'Просит сам' } }
    },
    'POST /admin/competitions/:competition/bulk-acts': async () => ({
      json: { act: { kind: 'tag', tag: 'впервые' }, group: 'participants', reason: 'Так решил оргкомитет' },
    }),
    'POST /admin/competitions/:competition/bulk-acts/:bulk_act_id/confirmation': aWaitingAct,
    'POST /admin/competitions/:competition/stages/:code/questionnaire/items': async () =>
      xlsx({
        Вопросы: [
          ['Код', 'Текст', 'Вид'],
          ['q1', 'Я довожу дело до конца', 'шкала'],
        ],
        Шкалы: [
          ['Код', 'Название'],
          ['s1', 'Упорство'],
        ],
        Ключи: [
          ['Вопрос', 'Шкала', 'Ключ'],
          ['q1', 's1', 'прямой'],
        ],
      }),
    'POST /admin/competitions/:competition/questions/import': async () =>
      xlsx({
        Вопросы: [
          ['Код', 'Тема', 'Сложность', 'Вид', 'Текст', 'Ключ'],
          ['loaded', 'Логика', '1', 'число', 'Сколько?', '5'],
        ],
      }),
    'POST /admin/competitions/:competition/dictionaries/:dict/import': async () => ({
      ...{ url: `${season}/dictionaries/schools_of_town/import?title=x` },
      ...xlsx({
        Школы: [
          ['Код', 'Значение'],
          ['one', 'Школа № 1'],
        ],
      }),
    }),
    'GET /admin/competitions/:competition/stages/:code/tracks/people/:test_id': async () => {
      const { url } = await wholeCall('GET /admin/competitions/:competition/stages/:code/tracks/people/:test_id')
      return { url: `${url.split('?')[0]}?to=${await trackOf(0)}` }
    },
    'POST /admin/faq-images': picture,
    'PUT /admin/faq-articles/order': async () => ({
      json: {
        competition_code: 'ru_season_5',
        articles: (
          await app.db
            .selectFrom('faq_articles')
            .select(['id', 'parent_id'])
            .where('competition_code', '=', 'ru_season_5')
            .orderBy('id')
            .execute()
        ).map((article, at) => ({ ...article, sort: 500 - at })),
      },
    }),
  }
  const wrong: string[] = []
  for (const key of Object.keys(prepared) as Key[]) {
    const call = { ...(await wholeCall(key)), ...(await prepared[key]?.()) }
    const { answer, rows } = await rowsAfter(() => made(call, tokens[callerOf(routes[key])]))
    if (answer.status >= 400 || !rows.some(({ action, actor }) => action === refusedHere[key]?.[1] && actor !== null))
      wrong.push(`${key}: ${answer.status} ${answer.text.slice(0, 300)} [${rows.map((row) => row.action)}]`)
  }
  expect(wrong.join('\n')).toBe('')
}, 120_000)

/** Acts that change what was there: their rows say what it was and what it is now. */
const changing = [
  ...['checker_limited', 'event_slot_changed', 'group_extended'],
  ...['judging_opened', 'judging_closed', 'lesson_cancellation_answered', 'lesson_place_changed', 'letter_worded'],
  ...['marks_given', 'match_marked', 'meeting_changed', 'meeting_time_settled', 'mentor_answered', 'mentor_edited'],
  ...['mentor_pinned', 'mentors_second_round', 'organiser_invited', 'organiser_invitation_withdrawn'],
  ...['participant_disqualified', 'participant_extended', 'participant_restored', 'participant_tagged'],
  ...['peer_rater_changed', 'playoff_scheduled', 'profile_commented', 'regional_group_changed', 'regional_mark_set'],
  ...['regional_team_changed', 'rights_changed', 'rules_published', 'season_edited', 'season_hidden', 'season_opened'],
  ...['stage_edited', 'stage_published', 'team_decided', 'team_observed', 'team_marks_agreed', 'team_observers_named'],
  ...['team_time_given', 'topics_of_staff', 'work_checked', 'work_decided'],
]

/** Acts that are wholly said by their name and their stage, or by the competition in whose journal they are. */
const saidByName = [
  ...['assignment_asked', 'peer_published', 'team_marks_reminded', 'stage_added', 'season_read', 'stages_ordered'],
  ...['protocol_printed', 'video_viewed', 'team_marks_counted'],
]

// After all acts above.
test('R-88 every row of an act names a subject that a person can read and, for a change, what it was before and is after', async () => {
  const { rows: places } = await sql<{ competition: string }>`
    select distinct detail ->> 'competition' as competition from audit where detail ? 'competition'`.execute(app.db)
  const acts = []
  for (const { competition } of places)
    acts.push(...(await listAudit(app.services, competition, { looks: false, limit: 1000, offset: 0 })).acts)
  const faults = acts.flatMap(({ action, about, changes }) => {
    const speechless = about === '' && changes.length === 0 && !saidByName.includes(action)
    const halves = changes.filter(({ before, after }) => before !== undefined && after !== undefined)
    const half = changing.includes(action) && halves.length === 0
    // A title is short, and no person's: it is told as it was and as it is.
    const untold = changes.filter(({ title, before, after }) => title === 'Название' && (before ?? after) === undefined)
    const coded = changes.filter(({ title, before = '', after = '' }) =>
      [title, before, after].some((text) => /^[a-z_]+$|[{[]"?[a-z]|\d{4}-\d\d-\d\d|undefined|null/.test(text)),
    )
    return [
      ...(speechless ? [`${action}: says nothing`] : []),
      ...(half ? [`${action}: says not what was before and is after`] : []),
      ...untold.map(() => `${action}: says not which title`),
      ...coded.map((change) => `${action}: ${JSON.stringify(change)}`),
    ]
  })
  expect([...new Set(faults)].sort().join('\n')).toBe('')
  expect(new Set(acts.map(({ action }) => action)).size).toBeGreaterThan(100)
})

test('R-88 what is refused in the demo has a row of its own in the code', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const code = files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n')
  const actions = Object.values(refusedHere).map(([, action]) => action)
  expect(actions.filter((action) => !code.includes(`'${action}'`))).toEqual([])
})

test('R-88 a look at the same person is one row an hour, at another person another one, and a refused look is none', async () => {
  const { made } = wholeCalls(app, tokens)
  const numbers = await app.db.selectFrom('accounts').select('test_id').where('email', 'like', 'demo11%').execute()
  const card = (number: number | undefined) =>
    made({ method: 'GET', url: `/api/v3/admin/competitions/ru_season_5/participants/${number}` }, tokens.admin)
  const [one, other] = numbers.map(({ test_id }) => test_id)
  const first = await rowsAfter(async () => {
    for (const number of [one, one, other, one, 999_999_999]) await card(number)
  })
  expect(first.rows).toMatchObject([
    { action: 'looked', actor: 'admin@demo.test', subject: `person:${one}`, detail: { competition: 'ru_season_5' } },
    { action: 'looked', subject: `person:${other}` },
  ])
})

test('R-88 words that an organiser looks for are in no row', async () => {
  const { made } = wholeCalls(app, tokens)
  const url = '/api/v3/admin/competitions/ru_season_5/participants?search=Секретов'
  const { answer, rows } = await rowsAfter(() => made({ method: 'GET', url }, tokens.editor ?? ''))
  expect(answer.status).toBe(403)
  expect(rows).toEqual([])
  expect((await made({ method: 'GET', url }, tokens.admin)).status).toBe(200)
  const { rows: said } = await sql`select from audit where detail::text like '%Секретов%'`.execute(app.db)
  expect(said).toEqual([])
})

test('R-88 a look at a work that its address only numbers says in which competition, at which stage and whose it is', async () => {
  const { made } = wholeCalls(app, tokens)
  const work = await app.db
    .selectFrom('works as w')
    .innerJoin('stages as s', 's.id', 'w.stage_id')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(['w.id', 's.competition_code as competition', 's.code as stage', 'a.test_id as person'])
    .where('s.code', '=', 'questionnaire')
    .where('w.waits_since', 'is not', null)
    .orderBy('w.id', 'desc')
    .executeTakeFirstOrThrow()
  const { id, ...place } = work
  const { answer, rows } = await rowsAfter(() => made({ method: 'GET', url: `/api/v3/desk/works/${id}` }, tokens.admin))
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)])
  expect(rows).toMatchObject([{ action: 'looked', subject: `work:${id}`, detail: place }])
})
