import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { SeasonFile } from '#shared/editing/seasons/season-file.ts'
import { shiftDates } from '#shared/editing/seasons/shift-dates.ts'
import type { FormSection } from '#shared/forms/fields/field.ts'

let app: TestApp
let token: string
/** The file of the demo season that has a stage of every kind. */
let every: string

beforeAll(async () => {
  app = await testApp({ remembers: true })
  await loadDictionaries(app.db)
  await loadDemo(app.services)
  token = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['competitions'] }))).token
  await sql`insert into own_dictionaries (competition_code, dict, title, loaded_at) values
    ('all_kinds', 'faculties', 'Факультеты', now())`.execute(app.db)
  await sql`insert into dictionary_items (dict, id, value, search, competition_code) values
    ('faculties', 'f1', 'Ёлки', 'елки', 'all_kinds'), ('faculties', 'f2', 'Палки', 'палки', 'all_kinds')`.execute(
    app.db,
  )
  every = await exported('all_kinds')
})
afterAll(() => app.close())

const sent = (competition: string, by = token) =>
  app.fetch(`/api/v3/admin/competitions/${competition}/season/file`, { headers: { 'X-Token': by } })

async function exported(competition: string): Promise<string> {
  const answer = await sent(competition)
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="${competition}.json"`,
  ])
  return answer.text()
}

const take = (file: string, wanted: { code: string; from?: string; title?: string; days?: number }, by = token) =>
  app.call('POST /admin/competitions/from-file', {
    token: by,
    body: {
      ...{ competition_code: wanted.from ?? 'all_kinds', code: wanted.code, title: wanted.title ?? 'Новый сезон' },
      ...{ days: wanted.days ?? 0, file },
    },
  })

const read = (file: string): SeasonFile => JSON.parse(file) as SeasonFile
const changed = (change: (file: SeasonFile) => void, of = every): string => {
  const file = read(of)
  change(file)
  return JSON.stringify(file)
}

/** A season file without the parts in which a season and the season made of its file may differ. */
const comparable = (text: string, days = 0) => {
  const file = shiftDates(read(text), days).value as SeasonFile
  const { season, left_out: _counts, ...rest } = file
  const { code: _code, title: _title, theme: _theme, ...same } = season
  return { ...rest, season: same }
}

describe('a whole season as one file', () => {
  test('is exported, imported and exported again with only its name and dates changed', async () => {
    const { rows } = await sql<{ code: string }>`select code from competitions order by code`.execute(app.db)
    for (const { code } of rows) {
      const file = await exported(code)
      const taken = await take(file, { code: `${code}_back`, from: code, days: 364 })
      expect([code, taken.status, taken.body.code]).toEqual([code, 201, `${code}_back`])
      expect(taken.body.report.copied).toContainEqual({ what: 'Этапы', count: read(file).stages.length })
      expect(comparable(await exported(`${code}_back`))).toEqual(comparable(file, 364))
    }
    const shown = await app.call('GET /admin/competitions/:competition/stages', {
      token,
      params: { competition: 'all_kinds_back' },
    })
    expect(shown.body).toMatchObject({ title: 'Новый сезон', published: false, copied: { days: 364 } })
    const { competitions } = (await app.call('GET /competitions', {})).body
    expect(competitions.map(({ code }) => code)).not.toContain('all_kinds_back')
    const acts = await app.db
      .selectFrom('audit')
      .select(['action', 'subject'])
      .where('subject', '=', 'competition:all_kinds_back')
      .orderBy('id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['season_imported', 'season_exported'])
  })

  test('keeps the codes that settings name, and the season made of it offers them by title', async () => {
    const named = { default_track: 'main', score_of: 'test' }
    const file = changed((season) => Object.assign(ofType(season, 'choose_tracks').settings, named))
    expect((await take(file, { code: 'named_back' })).status).toBe(201)
    expect(ofType(read(await exported('named_back')), 'choose_tracks').settings).toMatchObject(named)
    const { body } = await app.call('GET /admin/competitions/:competition/stages/:code', {
      token,
      params: { competition: 'named_back', code: ofType(read(file), 'choose_tracks').code },
    })
    const fields = body.form.sections.flatMap((section) => (section as FormSection).fields)
    const chosen = fields.find(({ name }) => name === 'default_track')?.options?.find(({ id }) => id === 'main')
    expect(chosen?.value).toBe(read(file).tracks.find(({ code }) => code === 'main')?.title)
  })

  test('is imported with a list of unknown codes in settings, each with its stage and setting, and keeps them', async () => {
    const gate = {
      all: [
        { stage: 'essay', outcome: 'passed' },
        { stage: 'gone_gate', outcome: 'passed' },
        { track: ['gone_in_gate'] },
      ],
    }
    const file = changed((season) => {
      const choice = ofType(season, 'choose_tracks')
      choice.title = 'Выбор'
      Object.assign(choice.settings, {
        ...{ default_track: 'gone_track', score_of: 'gone_stage', open_track: 'main' },
        tracks: [
          { code: 'main', limit: 0, letter: false, gate },
          { code: 'gone_row', limit: 0, letter: false, gate: null },
        ],
      })
      const teams = ofType(season, 'teams_forming')
      teams.title = 'Команды'
      Object.assign(teams.settings, {
        member_stages: ['gone_member', 'rules'],
        member_consents: [{ code: 'gone_document', title: 'Согласие' }],
      })
      const parts = ofType(season, 'multiform')
      parts.title = 'Набор'
      // A stage of the season, but not a part of this stage.
      Object.assign(parts.settings, { parts: [{ code: 'essay', required: true, weight: 1 }] })
    })
    const { status, body } = await take(file, { code: 'unknown_back' })
    expect(status).toBe(201)
    const named = body.report.look.filter(({ text }) => text.includes(', настройка '))
    expect(named.map(({ text }) => text).sort()).toEqual(
      [
        'Этап «Выбор», настройка «Трек для тех, кто не выбрал до закрытия»: трека «gone_track» в конкурсе нет, подойдут «main», «analytics», «practice», «arctic»',
        'Этап «Выбор», настройка «Треки, места и кому они подходят»: трека «gone_in_gate» в конкурсе нет, подойдут «main», «analytics», «practice», «arctic»',
        'Этап «Выбор», настройка «Треки, места и кому они подходят»: трека «gone_row» в конкурсе нет, подойдут «main», «analytics», «practice», «arctic»',
        'Этап «Выбор», настройка «Треки, места и кому они подходят»: этапа «gone_gate» в конкурсе нет, подойдут «registration», «rules», «form», «portfolio», «portfolio_role», «portfolio_project» и ещё 28 кодов',
        'Этап «Выбор», настройка «Этап, баллы которого решают»: этапа «gone_stage» в конкурсе нет, подойдут «form», «portfolio_role», «portfolio_project», «portfolio_letter», «essay», «motivation» и ещё 13 кодов',
        'Этап «Команды», настройка «Согласия, которые должен дать каждый»: документа «gone_document» в конкурсе нет, подойдут «personal_data», «video», «news»',
        'Этап «Команды», настройка «Этапы, которые должен пройти каждый»: этапа «gone_member» в конкурсе нет, подойдут «registration», «rules», «form», «portfolio», «portfolio_role», «portfolio_project» и ещё 27 кодов',
        'Этап «Набор», настройка «Особые части»: части «essay» в этом наборе нет, подойдут «portfolio_role», «portfolio_project», «portfolio_letter»',
      ].sort(),
    )
    expect(new Set(named.map(({ stage }) => stage))).toEqual(
      new Set(['choose_tracks', 'teams_forming', 'multiform'].map((type) => ofType(read(file), type).code)),
    )
    expect(ofType(read(await exported('unknown_back')), 'choose_tracks').settings).toMatchObject({
      ...{ default_track: 'gone_track', score_of: 'gone_stage' },
    })
    // A season without unknown codes has no entries of this kind.
    const whole = (await take(every, { code: 'known_back' })).body.report.look
    expect(whole.filter(({ text }) => text.includes(', настройка '))).toEqual([])
  })

  test('has the letters that the season has reworded, and is refused with letters that could not be sent', async () => {
    const letters = { receipt: { title: 'Есть «{этап}»', text: 'Ваш номер — {квитанция}' } }
    const file = changed((season) => {
      season.season.letters = letters
    })
    const taken = await take(file, { code: 'worded_back' })
    expect(taken.body.report.copied).toContainEqual({ what: 'Свои слова писем портала', count: 1 })
    expect(read(await exported('worded_back')).season.letters).toEqual(letters)
    const faulty = changed((season) => {
      season.season.letters = { receipt: { title: 'Есть', text: 'Спасибо' } }
    })
    const refused = await take(faulty, { code: 'worded_badly' })
    expect([refused.status, refused.body.code]).toEqual([422, 'season_file_faulty'])
    expect(refused.body.fields).toEqual({
      'Конкурс, letters.receipt.text': { rule: 'file', message: 'Оставьте в тексте {квитанция} — номер квитанции' },
    })
    const older = changed((season) => {
      delete season.season.letters
    })
    expect((await take(older, { code: 'worded_never' })).status).toBe(201)
  })

  test('contains no people and no entry codes', async () => {
    const file = await exported('ru_season_5')
    const people = await app.db.selectFrom('accounts').select(['email', 'phone', 'last_name']).execute()
    const named = people.flatMap(({ email, phone }) => [email, phone]).filter((each) => each && file.includes(each))
    // The address of support does not belong to an account.
    expect(named).toEqual([])
    const stage = await app.db
      .selectFrom('stages')
      .select('settings')
      .where('competition_code', '=', 'ru_season_5')
      .where('type', '=', 'registration')
      .executeTakeFirstOrThrow()
    const codes = stage.settings.promocodes as string[]
    expect(codes.length).toBeGreaterThan(0)
    for (const code of codes) expect(file).not.toContain(code)
    expect(read(file).left_out).toContainEqual({ what: 'Промокоды', count: codes.length })
    expect(file).not.toMatch(/hash|account_id|created_by|loaded_by/)
  })

  test('is imported by an organiser of a season, and only that organiser may change the new one', async () => {
    const account = await anAccount(app, { isDemo: true })
    await app.db
      .insertInto('admin_flags')
      .values({ account_id: account.id, flag: 'competitions', competition_code: 'all_kinds' })
      .execute()
    const own = (await sessionOf(app, account)).token
    expect((await sent('ru_season_5', own)).status).toBe(403)
    expect((await take(every, { code: 'stolen_season', from: 'ru_season_5' }, own)).status).toBe(403)
    expect((await take(every, { code: 'narrow_season' }, own)).status).toBe(201)
    await app.heard()
    expect((await sent('narrow_season', own)).status).toBe(200)
    const other = await anAccount(app, { isDemo: true })
    await app.db
      .insertInto('admin_flags')
      .values({ account_id: other.id, flag: 'competitions', competition_code: 'all_kinds' })
      .execute()
    expect((await sent('narrow_season', (await sessionOf(app, other)).token)).status).toBe(403)
  })

  test('is refused for a code that is taken, also when two import it at once', async () => {
    const refused = async (code: string) => {
      const { status, body } = await take(every, { code })
      return [status, body.code, ...Object.keys(body.fields ?? {})]
    }
    expect(await refused('all_kinds')).toEqual([422, 'form_invalid', 'code'])
    expect(await refused('desk')).toEqual([422, 'form_invalid', 'code'])
    expect(await refused('Код')).toEqual([422, 'form_invalid', 'code'])
    const both = await Promise.all([1, 2].map(() => take(every, { code: 'only_once' })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
  })

  test('is refused when it is no season file, or a file of another version', async () => {
    const codeOf = async (file: string) => (await take(file, { code: 'no_file' })).body.code
    for (const text of ['', 'не JSON', '[]', '{}', '{"format":"other","version":1}', every.slice(0, -9)])
      expect(await codeOf(text)).toBe('season_file_unreadable')
    for (const version of [0, 2, '1', null])
      expect(await codeOf(JSON.stringify({ ...read(every), version }))).toBe('season_file_version')
    expect(await codeOf(`{"format":"leaders.season","version":1,"a":${'['.repeat(50)}${']'.repeat(50)}}`)).toBe(
      'season_file_faulty',
    )
    const nothing = await sql`select code from competitions where code = 'no_file'`.execute(app.db)
    expect(nothing.rows).toEqual([])
    expect(await codeOf(`\uFEFF${every}`)).toBe('no_file')
  })
})

const stageOf = (file: SeasonFile, code: string) => {
  const stage = file.stages.find((each) => each.code === code)
  if (!stage) throw new Error(`no stage ${code}`)
  return stage
}
const ofType = (file: SeasonFile, type: string) => {
  const stage = file.stages.find((each) => each.type === type)
  if (!stage) throw new Error(`no stage of ${type}`)
  return stage
}

test.each<[string, (file: SeasonFile) => void, RegExp]>([
  [
    'a date after its end',
    (file) => {
      Object.assign(stageOf(file, 'essay'), {
        opens_at: '2027-02-01T00:00:00.000Z',
        closes_at: '2027-01-01T00:00:00.000Z',
      })
    },
    /^Этап «essay», Закрывается: Раньше/,
  ],
  [
    'a moment that is none',
    (file) => {
      stageOf(file, 'essay').closes_at = '2027-99-99T00:00:00Z'
    },
    /^Этап «essay», closes_at: Такого момента/,
  ],
  [
    'a gate that requires its own stage',
    (file) => {
      stageOf(file, 'essay').gate = { stage: 'essay', outcome: 'passed' }
    },
    /^Этап «essay», допуск и сроки: .*круг/,
  ],
  [
    'a gate that requires an unknown stage',
    (file) => {
      stageOf(file, 'essay').gate = { stage: 'nowhere', outcome: 'passed' }
    },
    /^Этап «essay», допуск и сроки: .*«nowhere»/,
  ],
  [
    'a gate of an unknown form',
    (file) => {
      stageOf(file, 'essay').gate = { anything: true }
    },
    /^Этап «essay», условие допуска: /,
  ],
  [
    'an unknown kind of stage',
    (file) => {
      stageOf(file, 'essay').type = 'toString'
    },
    /^Этап «essay», type: Портал не знает вида «toString»/,
  ],
  [
    'an unknown group',
    (file) => {
      stageOf(file, 'essay').parent = 'nowhere'
    },
    /^Этап «essay», parent: Этапа «nowhere»/,
  ],
  [
    'an unknown track',
    (file) => {
      stageOf(file, 'essay').tracks = ['nowhere']
    },
    /^Этап «essay», треки: Трека «nowhere»/,
  ],
  [
    'judging without criteria',
    (file) => {
      const judged = file.stages.find(({ judging }) => judging)
      if (!judged) throw new Error('nothing is judged')
      judged.criteria = []
    },
    /criteria: Список критериев пуст/,
  ],
  [
    'more questions than one answer may have',
    (file) => {
      const { form } = ofType(file, 'questionnaire')
      const [section] = form?.sections ?? []
      const [field] = (section?.fields ?? []) as object[]
      const half = (part: string) => ({
        ...section,
        code: part,
        fields: Array.from({ length: 150 }, (_none, at) => ({ ...field, name: `${part}${at}` })),
      })
      Object.assign(form ?? {}, { sections: [half('a'), half('b')] })
    },
    /ключи опросника: .*Вопросов должно быть от 1 до 290/,
  ],
  [
    'a question whose code the portal uses in answers itself',
    (file) => {
      const [section] = ofType(file, 'questionnaire').form?.sections ?? []
      Object.assign((section?.fields as object[])[0] ?? {}, { name: 'times' })
    },
    /ключи опросника: .*Код «times»/,
  ],
  [
    'a scale without questions',
    (file) => {
      const [scale] = ofType(file, 'questionnaire').scoring?.keys.scales ?? []
      Object.assign(scale ?? {}, { items: [] })
    },
    /ключи опросника: .*нет вопросов/,
  ],
  [
    'two stages with one code',
    (file) => {
      file.stages.push(stageOf(file, 'essay'))
    },
    /^Этап «essay»: Такой код уже есть выше/,
  ],
  [
    'a setting that the kind does not have',
    (file) => {
      stageOf(file, 'essay').settings.mood = 'good'
    },
    /^Этап «essay», settings\.mood: /,
  ],
  [
    'a setting of the wrong type',
    (file) => {
      stageOf(file, 'essay').settings.max_words = 'many'
    },
    /^Этап «essay», settings\.max_words: /,
  ],
  [
    'a setting whose value is not in its list of values',
    (file) => {
      ofType(file, 'teams_evaluation').settings.use = 'points'
    },
    /^Этап «marks», настройка «На что влияют оценки» \(settings\.use\): Значения «points» у этой настройки нет, подойдут «feedback», «score»$/,
  ],
  [
    'a setting with a list that has an unknown value',
    (file) => {
      ofType(file, 'playoff').settings.tie_break = ['rating', 'luck']
    },
    /^Этап «debates», настройка «Что решает при равных баллах» \(settings\.tie_break\.1\): Значения «luck» у этой настройки нет, подойдут «criterion», «judges», «rating»$/,
  ],
  [
    'settings of a newer portal',
    (file) => {
      stageOf(file, 'essay').settings_version = 99
    },
    /^Этап «essay», settings_version: /,
  ],
  [
    'an empty form',
    (file) => {
      Object.assign(ofType(file, 'form'), { form: { sections: [{ code: 'a', title: '', fields: [] }] } })
    },
    /, вопросы: Раздел «a»: У раздела нет названия/,
  ],
  [
    'a condition about an unknown field',
    (file) => {
      const [section] = ofType(file, 'form').form?.sections ?? []
      Object.assign(section?.fields[0] ?? {}, { visible_when: { field: 'nowhere', equals: 1 } })
    },
    /, вопросы: .*«nowhere», которого в анкете нет/,
  ],
  [
    'an unknown dictionary',
    (file) => {
      const [section] = ofType(file, 'form').form?.sections ?? []
      Object.assign(section?.fields[0] ?? {}, { view: 'select', params: { dict: 'nowhere' } })
    },
    /, вопросы: Справочника «nowhere» в конкурсе нет/,
  ],
  [
    'rules without a text',
    (file) => {
      const { rules } = ofType(file, 'rules')
      if (rules) rules.text = ' '
    },
    /, текст правил, Полный текст: Обязательное поле/,
  ],
  [
    'keys for an unknown question',
    (file) => {
      const scale = ofType(file, 'questionnaire').scoring?.keys.scales[0]
      if (scale?.items[0]) scale.items[0].item = 'nowhere'
    },
    /, ключи опросника: Вопроса «nowhere» в опроснике нет/,
  ],
  [
    'a question with a key for another kind of question',
    (file) => {
      const [one] = file.questions
      if (one) one.key = { kind: 'short', texts: ['да'] }
    },
    /^Вопрос «.+»: Ключ от вопроса другого вида/,
  ],
  [
    'the same question twice',
    (file) => {
      const [one] = file.questions
      if (one) file.questions.push(one)
    },
    /^Вопрос «.+»: Такой код уже есть выше/,
  ],
  [
    'a row of a dictionary without a value',
    (file) => {
      const item = file.dictionaries[0]?.items[1]
      if (item) item.value = ' '
    },
    /^Справочник «faculties», «f2»: Нет значения/,
  ],
  [
    'a dictionary with the name of a common dictionary',
    (file) => {
      if (file.dictionaries[0]) file.dictionaries[0].dict = 'regions'
    },
    /^Справочник «regions»: Так называется общий/,
  ],
  [
    'a track with the name of a page',
    (file) => {
      file.tracks.push({ code: 'faq', title: 'Трек', description: '' })
    },
    /^Конкурс, Треки конкурса, запись \d+, Код в адресе: /,
  ],
  [
    'a link that is not a web address',
    (file) => {
      file.season.social.vk = 'javascript:alert(1)'
    },
    /^Конкурс, ВКонтакте: /,
  ],
  [
    'a text that the database cannot store',
    (file) => {
      stageOf(file, 'essay').summary = 'a\u0000b'
    },
    /^Этап «essay», summary: Текст содержит недопустимые символы/,
  ],
])('a file with %s is refused with the place of the fault, and no season is made', async (_what, change, place) => {
  const { status, body } = await take(changed(change), { code: 'never_made' })
  expect([status, body.code]).toEqual([422, 'season_file_faulty'])
  expect(Object.entries(body.fields ?? {}).map(([where, { message }]) => `${where}: ${message}`)).toContainEqual(
    expect.stringMatching(place),
  )
  expect(body.message).toMatch(/^Сезон не создан: в файле есть ошибки\. /)
  const made = await sql`select code from competitions where code = 'never_made'`.execute(app.db)
  expect(made.rows).toEqual([])
})

test('an unpublished stage may lack settings, as in the console, where they are filled in later', async () => {
  const file = changed((season) => {
    const essay = stageOf(season, 'essay')
    essay.published = false
    essay.settings = { ...essay.settings, task: 5, max_words: 'many' }
  })
  expect((await take(file, { code: 'unfinished' })).status).toBe(201)
  await app.heard()
  const params = { competition: 'unfinished', code: 'essay' }
  const { status, body } = await app.call('GET /admin/competitions/:competition/stages/:code', { token, params })
  expect([status, body.published]).toEqual([200, false])
})

test('pictures that are not in the bank of the season are left out', async () => {
  const file = changed((season) => {
    const [one] = season.questions
    Object.assign(one?.question ?? {}, { picture: 'a'.repeat(32), picture_words: 'Картинка' })
  })
  const { body } = await take(file, { code: 'no_pictures' })
  expect(body.report.left_out).toContainEqual({ what: 'Картинки вопросов тестов', count: 1 })
  expect(await exported('no_pictures')).not.toContain('a'.repeat(32))
})

test('a file with any part removed or replaced is imported or refused with the reason, and never breaks the portal', async () => {
  const whole = read(await exported('politleaders_2'))
  const small = { ...whole, questions: read(every).questions.slice(0, 2), dictionaries: read(every).dictionaries }
  const paths = everyPath(small)
  expect(paths.length).toBeGreaterThan(250)
  const others: unknown[] = [undefined, null, 'текст', -1, [], { x: 1 }]
  let taken = 0
  for (const [number, path] of paths.entries()) {
    const file = structuredClone(small) as unknown as Record<string, unknown>
    // Each part is spoiled in one way, in turn.
    put(file, path, others[number % others.length])
    const { status, body } = await take(JSON.stringify(file), { code: `fuzzed_${number}`, from: 'politleaders_2' })
    if (status === 201) taken += 1
    else
      expect([path.join('.'), status, body.code]).toEqual([
        path.join('.'),
        422,
        expect.stringMatching(/^season_file_(faulty|unreadable|version)$/),
      ])
  }
  expect(taken).toBeLessThan(paths.length / 2)
})

/** Of a longer list only the first items are spoiled. */
const widest = 3

type Path = (string | number)[]
function everyPath(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const names: Path = Array.isArray(value) ? value.slice(0, widest).map((_, place) => place) : Object.keys(value)
  return names.flatMap((name) => {
    const path = [...at, name]
    return [path, ...everyPath((value as Record<string | number, unknown>)[name], path)]
  })
}
function put(value: unknown, [name = '', ...rest]: Path, made: unknown): void {
  const of = value as Record<string | number, unknown>
  if (rest.length > 0) put(of[name], rest, made)
  else if (made === undefined) delete of[name]
  else of[name] = made
}
