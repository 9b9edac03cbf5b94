import { expect, test } from 'vitest'
import { sealedFields } from '#shared/accounts/registration/contract.ts'
import { zones } from '#shared/programme/event/zones.ts'
import { type Setting, settingsVersion, shownSettings } from '#shared/stages/kind.ts'
import { isStageType, type StageType, stageKinds } from './kinds.ts'

const words = ['title', 'description', 'default', 'shown', 'values', 'names', 'none', 'ownEditor', 'secret']
/** A schema without its texts for people. */
const taken = (schema: object): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value) => (words.includes(key) && !value?.type ? undefined : value)))

test('a name on the wire is a kind only when it is listed', () => {
  for (const [type, kind] of Object.entries(stageKinds)) expect([isStageType(type), kind.type]).toEqual([true, type])
  expect(isStageType('toString')).toBe(false)
})

const facts: [StageType, string, string, boolean, number][] = [
  ['registration', 'person', 'hidden unavailable_finalist', false, 1],
  ['rules', 'person', 'hidden unavailable_finalist', false, 1],
  ['form', 'person', 'hidden unavailable_finalist', true, 1],
  ['essay', 'person', 'hidden unavailable_finalist', false, 1],
  ['teams_forming', 'none', 'hidden unavailable_finalist', false, 2],
  ['teams_solution', 'team', 'hidden unavailable_finalist', false, 1],
  ['mentor_choice', 'person', 'hidden unavailable_finalist', false, 1],
  ['final_mentor_choose', 'person', 'hidden unavailable_finalist', false, 1],
  ['mentor_meetings', 'none', 'hidden unavailable_finalist', false, 1],
  ['questionnaire', 'person', 'hidden unavailable_finalist', false, 2],
  ['feedback', 'none', 'hidden unavailable_finalist', false, 1],
  ['multiform', 'none', 'hidden unavailable_finalist', true, 1],
  ['mgmt_proposal', 'person', 'hidden unavailable_finalist', false, 1],
  ['public_lesson', 'none', 'hidden unavailable_finalist', true, 1],
  ['lesson_plan', 'person', 'hidden unavailable_finalist', true, 1],
  ['lesson_report', 'person', 'hidden unavailable_finalist', true, 1],
  ['mgmt_solution_assessment', 'none', 'hidden unavailable_finalist', false, 1],
  ['playoff', 'none', 'hidden unavailable_finalist', false, 1],
  ['teams_evaluation', 'none', 'hidden unavailable_finalist', false, 1],
  ['event', 'none', 'hidden unavailable_finalist', false, 1],
  ['test', 'person', 'hidden unavailable_finalist', false, 1],
  ['videointerview', 'person', 'hidden unavailable_finalist', false, 1],
  ['choose_tracks', 'person', 'hidden unavailable_finalist', false, 1],
]

test.each(
  facts,
)('the work of %s is of %s, its page is closed when %s', (type, work, closed, needsViewable, version) => {
  const kind = stageKinds[type]
  expect([kind.work, kind.blockOn.join(' '), kind.needsViewable]).toEqual([work, closed, needsViewable])
  expect(settingsVersion(kind)).toBe(version)
})

test('every kind has its address, and a guard where the specification names one', () => {
  const usual = [{ tail: '/{-$stage}' }]
  const own: Partial<Record<StageType, unknown>> = {
    teams_forming: [
      { tail: '/{-$team}', guard: 'teams' },
      { tail: '/list', variant: 'list' },
    ],
    multiform: [{ tail: '/{-$stage}/{-$form}' }],
    public_lesson: [{ tail: '/{-$stage}/{-$form}' }],
    mentor_meetings: [{ tail: '/$stage' }, { tail: '/{-$stage}/$id/$action', guard: 'meeting' }],
  }
  for (const { type, addresses } of Object.values(stageKinds)) expect(addresses).toEqual(own[type] ?? usual)
})

const line = (maxLength: number) => ({ type: 'string', maxLength })
const number = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum })
const list = (maxItems: number, items: object) => ({ type: 'array', maxItems, items })
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
})
const sealed = (properties: Record<string, object>) => ({ ...object(properties), additionalProperties: false })
const plain = (type: 'string' | 'boolean' | 'integer') => ({ type })
const filled = { type: 'string', minLength: 1 }
const moment = { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }
const years = number(0, 120)

const choiceOfMentors: Record<string, [schema: object, usual: unknown, shown: boolean]> = {
  min_mentors: [number(0, 100), 0, true],
  max_mentors: [number(0, 100), 0, true],
  way: [{ enum: ['mentors', 'matching'] }, 'mentors', true],
  each: [number(1, 5), 1, true],
  answer_days: [number(1, 30), 7, false],
  region: [{ enum: ['any', 'same', 'other'] }, 'any', false],
}

/** Every setting: its schema, its default, and whether participants see it. */
const testSection = sealed({
  title: line(100),
  draws: {
    type: 'array',
    minItems: 1,
    maxItems: 20,
    items: sealed({
      topic: { type: 'string', minLength: 1, maxLength: 100 },
      difficulty: { anyOf: [number(1, 5), { type: 'null' }] },
      count: number(1, 200),
      points: { type: 'number', minimum: 0.1, maximum: 100 },
    }),
  },
})
const settings: [StageType, Record<string, [schema: object, usual: unknown, shown: boolean]>][] = [
  [
    'registration',
    {
      text: [line(4000), '', true],
      needed: [list(30, line(300)), [], true],
      doors: [
        object({ participant: plain('boolean'), supporter: plain('boolean') }),
        { participant: true, supporter: true },
        true,
      ],
      admission: [
        object(
          {
            age: object(
              {
                min: years,
                max: years,
                on: object({ year: plain('integer'), month: plain('integer'), day: plain('integer') }),
              },
              ['on'],
            ),
            min_experience_years: years,
            education_levels: { type: 'array', items: plain('string') },
            citizenships: { type: 'array', items: plain('string') },
            regions: { type: 'array', items: plain('string') },
          },
          [],
        ),
        {},
        false,
      ],
      manual_check: [plain('boolean'), false, false],
      asks_promocode: [plain('boolean'), false, true],
      promocodes: [list(1000, line(64)), [], false],
      max_recommendations: [number(0, 20), 0, true],
      foreign_phones: [plain('boolean'), false, false],
      blocked_phones: [list(200, line(16)), [], false],
      form: [
        object({ version: plain('integer'), sections: { type: 'array', items: {} } }),
        { version: 1, sections: [] },
        true,
      ],
      documents: [list(20, expect.anything()), [], true],
    },
  ],
  ['rules', {}],
  ['form', { check: [{ enum: ['manual', 'auto'] }, 'manual', true] }],
  [
    'essay',
    {
      task: [line(10_000), '', true],
      min_words: [number(0, 10_000), 0, true],
      max_words: [number(0, 10_000), 600, true],
      max_characters: [number(100, 100_000), 6000, true],
      file: [plain('boolean'), false, true],
      paste: [plain('boolean'), true, true],
      similarity: [number(0, 100), 50, false],
    },
  ],
  [
    'teams_forming',
    {
      size_min: [number(1, 50), 5, false],
      size_max: [number(1, 50), 5, false],
      member_stages: [list(10, plain('string')), [], false],
      member_consents: [list(10, object({ code: filled, title: { ...filled, 'x-lines': false } })), [], false],
      min_regions: [number(0, 50), 0, false],
      roles: [list(10, { type: 'string', minLength: 1, maxLength: 60 }), [], false],
      employer: [{ enum: ['any', 'same', 'different'] }, 'any', false],
      head_letter: [plain('boolean'), false, false],
      replace_until: [moment, null, false],
      on_disqualification: [{ enum: ['keeps', 'loses'] }, 'keeps', false],
      orphan_days: [number(0, 30), 3, false],
      check: [{ enum: ['auto', 'manual'] }, 'manual', false],
      assessment_opens_at: [moment, null, false],
      assessment_closes_at: [moment, null, false],
    },
  ],
  [
    'teams_solution',
    {
      task: [line(20_000), '', true],
      tasks: [
        list(
          50,
          object({
            code: { ...line(40), minLength: 1 },
            title: { ...line(200), minLength: 1 },
            text: { ...line(10_000), minLength: 1 },
          }),
        ),
        [],
        false,
      ],
      materials: [
        list(
          20,
          object({ title: { ...line(200), minLength: 1 }, link: { ...line(500), pattern: '^https://[^\\s]+$' } }),
        ),
        [],
        true,
      ],
      sections: [
        {
          ...list(
            20,
            object({
              code: { ...plain('string'), pattern: '^[a-z][a-z0-9_]{0,39}$' },
              title: { ...line(200), minLength: 1 },
              hint: line(500),
              limit: number(100, 20_000),
              required: plain('boolean'),
            }),
          ),
          minItems: 1,
        },
        [
          { code: 'problem', title: 'В чём задача', hint: '', limit: 3000, required: true },
          { code: 'solution', title: 'Решение', hint: '', limit: 8000, required: true },
          { code: 'result', title: 'Ожидаемый результат', hint: '', limit: 3000, required: true },
        ],
        true,
      ],
      link: [plain('boolean'), true, true],
      files: [number(0, 20), 5, true],
      agree: [plain('boolean'), false, true],
      similarity: [number(0, 100), 50, false],
    },
  ],
  ['mentor_choice', choiceOfMentors],
  ['final_mentor_choose', choiceOfMentors],
  [
    'mentor_meetings',
    {
      quota: [number(0, 50), 1, false],
      answer_days: [number(1, 30), 3, false],
      cancel_days: [number(1, 30), 2, false],
      mentor_limit: [number(0, 500), 0, false],
    },
  ],
  [
    'questionnaire',
    {
      layout: [{ enum: ['one', 'list'] }, 'one', true],
      back: [plain('boolean'), true, true],
      limit_minutes: [number(0, 1440), 0, true],
      answer_seconds: [number(1, 600), 12, true],
      unfinished: [{ enum: ['declined', 'taken'] }, 'declined', false],
      scale_percent: [number(1, 100), 80, false],
      norm_group: [line(100), '', false],
      fast_ms: [number(0, 60_000), 900, false],
      same_run: [number(0, 300), 12, false],
      method: [line(64), '', false],
      reuse_months: [number(0, 60), 0, false],
      report: [
        list(
          40,
          object(
            {
              block: { enum: ['heading', 'text', 'scales', 'norms'] },
              text: line(2000),
              scale: line(64),
              when: { enum: ['low', 'middle', 'high'] },
            },
            ['block'],
          ),
        ),
        [{ block: 'heading', text: 'Отчёт: {этап}' }, { block: 'text', text: '{участник}' }, { block: 'scales' }],
        false,
      ],
    },
  ],
  [
    'videointerview',
    {
      questions: [
        list(
          20,
          object({
            text: { type: 'string', minLength: 1, maxLength: 2000 },
            think_seconds: number(0, 600),
            answer_seconds: number(3, 900),
            takes: number(1, 10),
          }),
        ),
        [],
        false,
      ],
      order: [{ enum: ['listed', 'shuffled'] }, 'listed', false],
      consent: [{ type: 'string', minLength: 1, maxLength: 4000 }, expect.stringContaining('согласен'), true],
      broken_off: [{ enum: ['short', 'never', 'always'] }, 'short', true],
      upload_minutes: [number(0, 240), 30, true],
      defect_takes: [number(0, 5), 1, true],
      retention_days: [number(0, 3650), 365, true],
      download: [plain('boolean'), false, false],
      voice_only: [plain('boolean'), false, false],
    },
  ],
  [
    'feedback',
    {
      about: [line(64), '', false],
      asked: [{ enum: ['before', 'after', 'both'] }, 'both', false],
      hours: [number(0, 720), 24, false],
      sample: [number(1, 100), 100, false],
      anonymous: [plain('boolean'), true, true],
      required: [plain('boolean'), false, true],
      recommend: [
        { type: 'string', minLength: 1, maxLength: 300 },
        'Насколько вероятно, что вы посоветуете этот этап коллеге?',
        true,
      ],
      questions: [
        list(5, { type: 'string', minLength: 1, maxLength: 300 }),
        ['Задания были понятны', 'Времени хватило', 'Портал работал без помех'],
        true,
      ],
      changes: [line(2000), '', true],
    },
  ],
  [
    'mgmt_solution_assessment',
    {
      works_of: [line(64), '', false],
      given: [number(1, 50), 8, true],
      received: [number(1, 50), 5, true],
      margin: [number(0, 20), 1, false],
      training: [number(0, 5), 2, true],
      reference_share: [number(10, 20), 15, false],
      other_region: [plain('boolean'), false, true],
      min_comment: [number(0, 500), 60, true],
      hours: [number(1, 336), 48, true],
      gap: [number(1, 100), 40, false],
    },
  ],
  [
    'playoff',
    {
      entrants: [{ enum: ['people', 'teams'] }, 'people', true],
      entrants_of: [line(64), '', false],
      size: [number(2, 128), 16, true],
      seeding: [{ enum: ['rating', 'draw'] }, 'rating', true],
      rating_of: [line(64), '', false],
      third_place: [plain('boolean'), true, true],
      lucky_loser: [plain('boolean'), false, true],
      passes: [number(1, 4), 1, true],
      judges: [{ enum: ['1', '3', '5', '7'] }, '3', true],
      criteria: [
        list(
          12,
          object(
            {
              title: { type: 'string', minLength: 1, maxLength: 200 },
              hint: line(500),
              max: number(1, 100),
              weight: number(1, 100),
            },
            ['title', 'max', 'weight'],
          ),
        ),
        [],
        true,
      ],
      tie_break: [list(3, { enum: ['criterion', 'judges', 'rating'] }), ['criterion', 'judges', 'rating'], true],
      no_show_minutes: [number(5, 120), 15, true],
      task: [line(4000), '', true],
      materials: [
        list(
          20,
          object({
            title: { type: 'string', minLength: 1, maxLength: 200 },
            link: { type: 'string', minLength: 9, maxLength: 500, pattern: '^https://' },
          }),
        ),
        [],
        true,
      ],
      opponent_card: [plain('boolean'), true, true],
    },
  ],
  [
    'multiform',
    {
      order: [{ enum: ['free', 'strict'] }, 'free', true],
      parts: [
        list(
          50,
          object({
            code: { type: 'string', minLength: 1, maxLength: 64 },
            required: plain('boolean'),
            weight: number(1, 100),
          }),
        ),
        [],
        true,
      ],
    },
  ],
  [
    'mgmt_proposal',
    {
      task: [line(10_000), '', true],
      topics: [
        list(
          50,
          object({
            code: { type: 'string', minLength: 1, maxLength: 40 },
            title: { type: 'string', minLength: 1, maxLength: 200 },
            limit: number(0, 100_000),
            branch: line(120),
            region: line(120),
          }),
        ),
        [],
        true,
      ],
      limits: [
        object(
          Object.fromEntries(
            ['problem', 'cause', 'measure', 'resources', 'effect', 'risks', 'owner', 'annotation'].map((block) => [
              block,
              number(100, 20_000),
            ]),
          ),
        ),
        {
          problem: 2000,
          cause: 1500,
          measure: 3000,
          resources: 1500,
          effect: 1500,
          risks: 1500,
          owner: 300,
          annotation: 600,
        },
        true,
      ],
      files: [number(0, 10), 3, true],
      similarity: [number(0, 100), 50, false],
    },
  ],
  [
    'public_lesson',
    {
      more_days: [number(1, 120), 14, false],
      certificate_text: [
        line(2000),
        'Благодарность\nОрганизаторы конкурса благодарят за открытый урок, который вы подготовили и провели для школьников и студентов.',
        false,
      ],
    },
  ],
  ['lesson_plan', { task: [line(10_000), '', true], max_authors: [number(0, 20), 4, true] }],
  [
    'lesson_report',
    {
      min_photos: [number(0, 10), 1, true],
      video: [{ enum: ['no', 'may', 'must'] }, 'may', true],
      letter: [plain('boolean'), true, true],
      photo_rules: [
        list(10, { type: 'string', minLength: 1, maxLength: 300 }),
        [
          'Дети и взрослые знали, что их снимают и где покажут фотографии',
          'На фотографиях нет имён, фамилий, дневников и других личных сведений детей',
          'Нет детей, чьи родители не дали согласия: их лица закрыты или кадр убран',
          'Нет кадров, которые могут обидеть или высмеять ребёнка',
        ],
        true,
      ],
    },
  ],
  [
    'test',
    {
      minutes: [number(1, 600), 40, true],
      sections: [list(20, testSection), [], false],
      track_sections: [
        {
          type: 'object',
          maxProperties: 50,
          patternProperties: { '^.*$': { ...list(20, testSection), minItems: 1 } },
        },
        {},
        false,
      ],
      shuffle_questions: [plain('boolean'), true, false],
      shuffle_options: [plain('boolean'), true, false],
      passing: [number(0, 100), 60, true],
    },
  ],
  [
    'teams_evaluation',
    {
      behaviours: [
        {
          ...list(7, object({ title: { type: 'string', minLength: 1, maxLength: 200 }, hint: line(500) })),
          minItems: 3,
        },
        [
          { title: 'Делает обещанное в срок', hint: '' },
          { title: 'Слышит других', hint: 'Меняет мнение, если довод сильнее' },
          { title: 'Предлагает решения', hint: '' },
          { title: 'Помогает, когда трудно', hint: '' },
        ],
        true,
      ],
      scale: [number(3, 10), 5, true],
      distribution: [{ enum: ['free', 'forced'] }, 'free', true],
      words: [plain('boolean'), true, true],
      min_raters: [number(3, 10), 3, true],
      trimmed: [plain('boolean'), false, true],
      use: [{ enum: ['feedback', 'score'] }, 'feedback', true],
      score_of: [line(64), '', false],
      weight: [number(1, 100), 20, true],
      competencies: [
        list(7, object({ title: { type: 'string', minLength: 1, maxLength: 200 }, hint: line(500) })),
        [],
        false,
      ],
    },
  ],
  [
    'event',
    {
      address: [line(300), '', true],
      map_link: [{ ...line(500), pattern: '^(https://.+)?$' }, '', true],
      how_to_enter: [line(1000), '', true],
      bring: [line(1000), '', true],
      late: [line(500), '', true],
      zone: [{ enum: [...zones] }, 'Europe/Moscow', true],
      minutes: [number(5, 1440), 60, true],
      change_hours: [number(0, 168), 24, true],
      waiting: [plain('boolean'), true, true],
      offer_hours: [number(1, 72), 24, true],
      success: [{ enum: ['booking', 'attendance'] }, 'booking', true],
      no_show_hours: [number(1, 168), 24, false],
      walk_ins: [plain('boolean'), true, false],
    },
  ],
  [
    'choose_tracks',
    {
      tracks: [
        list(
          20,
          object({
            code: { type: 'string', minLength: 1, maxLength: 64 },
            limit: number(0, 1_000_000),
            letter: plain('boolean'),
            // A condition: server/editing/stages checks this schema too.
            gate: { anyOf: [expect.objectContaining({ anyOf: expect.any(Array) }), { type: 'null' }] },
          }),
        ),
        [],
        false,
      ],
      max: [number(1, 20), 1, true],
      mode: [{ enum: ['at_once', 'by_score', 'by_priority'] }, 'at_once', true],
      score_of: [line(64), '', false],
      whose: [{ enum: ['person', 'team'] }, 'person', true],
      default_track: [line(64), '', false],
      open_track: [line(64), '', false],
      confirmation: [line(2000), '', true],
    },
  ],
]

test.each(settings)('the settings of %s have the schema, default and visibility written here', (type, expected) => {
  const kind = stageKinds[type]
  const found = Object.entries(kind.settings.properties as Record<string, Setting>)
  expect(Object.fromEntries(found.map(([name, each]) => [name, [taken(each), each.default, each.shown]]))).toEqual(
    expected,
  )
  // A hint is in Russian, or there is no hint.
  for (const [, each] of found) expect(each.description).toMatch(/^$|[а-яё]/i)
  expect(shownSettings(kind)).toEqual(Object.keys(expected).filter((name) => expected[name]?.[2]))
})

test('every kind has a row in both tables of this file', () => {
  for (const [name, table] of Object.entries({ facts, settings })) {
    const rows: StageType[] = table.map(([type]) => type)
    expect(
      Object.values(stageKinds).flatMap(({ type }) => (rows.includes(type) ? [] : [type])),
      `these kinds have no row in ${name}`,
    ).toEqual([])
  }
})

test('a setting that a generated form cannot show has an editor of its own', () => {
  const own = Object.values(stageKinds).flatMap(({ type, settings: { properties } }) =>
    Object.entries(properties as Record<string, Setting>).flatMap(([name, { ownEditor }]) =>
      ownEditor ? [`${type} ${name}`] : [],
    ),
  )
  expect(own).toEqual([
    ...[
      'registration admission',
      'registration form',
      'registration documents',
      'test sections',
      'test track_sections',
      'choose_tracks tracks',
    ],
  ])
})

test('the numbers of documents are stored encrypted', () => {
  expect(sealedFields).toEqual({ reg_passport: 'passport', snils: 'snils' })
})

test('older settings of teams with one bound mean exactly that size', () => {
  const [step] = stageKinds.teams_forming.steps
  expect(step?.({ size_max: 7, check: 'auto' })).toEqual({ size_min: 7, size_max: 7, check: 'auto' })
})

test('older introductory words of a report become its first block, and existing blocks stay', () => {
  const [step] = stageKinds.questionnaire.steps
  expect(step?.({ report_text: 'Это не оценка.', back: true })).toEqual({
    back: true,
    report: [
      { block: 'heading', text: 'Отчёт: {этап}' },
      { block: 'text', text: '{участник}' },
      { block: 'text', text: 'Это не оценка.' },
      { block: 'scales' },
    ],
  })
  expect(step?.({ report: [] })).toEqual({ report: [] })
})

test('older settings of a report without words have no empty block', () => {
  const [step] = stageKinds.questionnaire.steps
  const blocks = [
    { block: 'heading', text: 'Отчёт: {этап}' },
    { block: 'text', text: '{участник}' },
    { block: 'scales' },
  ]
  expect(step?.({})).toEqual({ report: blocks })
  expect(step?.({ report_text: ' ' })).toEqual({ report: blocks })
})
