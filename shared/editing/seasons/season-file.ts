import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { type LetterName, letterNames } from '#shared/messages/letters/letters.ts'
import { line, maxInteger, nullable } from '#shared/platform/api/fields.ts'
import { builtForm } from '#shared/seasons/forms/wire.ts'

/** The format and version in a file with a whole season. Another version means that fields have another meaning. */
export const seasonFileFormat = 'leaders.season'
export const seasonFileVersion = 1

const only = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })
const text = (maxLength: number) => Type.String({ maxLength })
const orNull = <S extends TSchema>(schema: S) => nullable(schema)
const code = Type.String({ pattern: '^[a-z0-9][a-z0-9_]{0,63}$' })
const moment = Type.String({ pattern: '^20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z$' })
const whole = (minimum: number, maximum = maxInteger) => Type.Integer({ minimum, maximum })
const address = Type.Optional(orNull(text(500)))

const window = only({ opens_at: Type.Optional(orNull(moment)), closes_at: Type.Optional(orNull(moment)) })

const review = only({
  second_look: Type.Boolean(),
  return_days: whole(1, 60),
  target_hours: whole(1, 2000),
  appeal_days: orNull(whole(1, 90)),
  reasons: Type.Array(only({ code: text(64), title: text(300), text: text(2000) }), { maxItems: 100 }),
})

const judging = only({
  readers: whole(1, 9),
  blind: Type.Boolean(),
  gap: orNull(whole(1, 100)),
  method: Type.Enum(['mean', 'trimmed', 'normalised']),
  load_cap: whole(1, 1000),
  batch: orNull(whole(1, 1000)),
  other_region: Type.Enum(['no', 'wish', 'rule']),
  read_until: orNull(moment),
  asks_verdict: Type.Boolean(),
})

const criterion = only({
  code: text(64),
  title: text(300),
  hint: text(2000),
  max: whole(1, 100),
  weight: whole(1, 100),
  required: Type.Boolean(),
  levels: Type.Array(only({ value: whole(0, 100), text: text(2000) }), { maxItems: 101 }),
})

const number = Type.Number({ minimum: -1e9, maximum: 1e9 })
const short = text(300)

const letter = Type.Optional(only({ title: line({ maxLength: 1000 }), text: text(10_000) }))

const scoring = only({
  keys: only({
    scales: Type.Array(
      only({
        code: short,
        title: short,
        reportTitle: short,
        role: Type.Enum(['scale', 'desirability']),
        limit: orNull(number),
        items: Type.Array(
          only({
            item: short,
            key: Type.Union([Type.Literal('direct'), Type.Literal('reverse'), number]),
            weight: number,
          }),
          { maxItems: 1000 },
        ),
      }),
      { maxItems: 200 },
    ),
    pairs: Type.Array(Type.Array(short, { minItems: 2, maxItems: 2 }), { maxItems: 1000 }),
  }),
  norms: Type.Array(only({ group: short, scale: short, mean: number, deviation: number }), { maxItems: 5000 }),
})

const stage = only({
  code,
  parent: orNull(code),
  type: text(64),
  title: line({ maxLength: 1000 }),
  summary: text(2000),
  manual: text(50_000),
  minutes: orNull(whole(1, 100_000)),
  preparation: text(10_000),
  view: text(64),
  opens_at: orNull(moment),
  closes_at: orNull(moment),
  track_windows: Type.Record(text(64), window, { maxProperties: 50 }),
  clock: Type.Enum(['moscow', 'participant']),
  tracks: Type.Array(code, { maxItems: 50 }),
  requires: Type.Array(code, { maxItems: 300 }),
  gate: Type.Unknown(),
  settings: Type.Record(text(64), Type.Unknown()),
  settings_version: whole(1, 1000),
  closed_to_finalists: Type.Boolean(),
  submit_draft_at_end: Type.Boolean(),
  viewable: Type.Boolean(),
  published: Type.Boolean(),
  form: orNull(only({ sections: builtForm.properties.sections })),
  rules: orNull(only({ text: text(100_000), effective_from: moment })),
  scoring: orNull(scoring),
  review: orNull(review),
  judging: orNull(judging),
  criteria: orNull(Type.Array(criterion, { maxItems: 50 })),
  assessed_by_peers: Type.Boolean(),
})

/**
 * Everything that makes a season, by value: no accounts, no ids of rows, nothing that people have done. A season is
 * copied through this value and saved as this file.
 */
export const seasonFile = only({
  format: Type.Literal(seasonFileFormat),
  version: Type.Literal(seasonFileVersion),
  season: only({
    code,
    title: line({ maxLength: 1000 }),
    tagline: line({ maxLength: 1000 }),
    description: text(10_000),
    theme: text(64),
    layout: text(64),
    starts_at: orNull(moment),
    ends_at: orNull(moment),
    links: only({ news: address, rules: address, personal_data: address }),
    social: only({ vk: address, telegram: address, ok: address, rutube: address }),
    copyright: line({ maxLength: 1000 }),
    support_email: orNull(text(254)),
    topics: Type.Array(only({ code: text(64), title: text(300) }), { maxItems: 100 }),
    /** Missing in older files. */
    letters: Type.Optional(
      only(Object.fromEntries(letterNames.map((name) => [name, letter])) as Record<LetterName, typeof letter>),
    ),
    sort: whole(-maxInteger),
  }),
  tracks: Type.Array(only({ code, title: line({ maxLength: 1000 }), description: text(10_000) }), { maxItems: 50 }),
  stages: Type.Array(stage, { maxItems: 300 }),
  questions: Type.Array(
    only({
      code: Type.String({ minLength: 1, maxLength: 64, pattern: '^\\S+$' }),
      topic: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      difficulty: whole(1, 5),
      question: Type.Record(text(64), Type.Unknown()),
      key: Type.Record(text(64), Type.Unknown()),
    }),
    { maxItems: 6000 },
  ),
  dictionaries: Type.Array(
    only({
      dict: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
      title: orNull(Type.String({ minLength: 1, maxLength: 300 })),
      items: Type.Array(
        only({
          id: text(64),
          value: text(300),
          region: orNull(text(64)),
          fo: orNull(text(300)),
          retired: Type.Boolean(),
        }),
        { maxItems: 50_000 },
      ),
    }),
    { maxItems: 100 },
  ),
  /** Parts of the season that are not in the file, for the report when the file is loaded. */
  left_out: Type.Array(only({ what: text(300), count: whole(0) }), { maxItems: 50 }),
})

export type SeasonFile = Static<typeof seasonFile>
export type StageOfFile = SeasonFile['stages'][number]
