import { type Static, type TProperties, Type } from 'typebox'
import { line } from '#shared/platform/api/fields.ts'

/** Plain text with formulas between dollar signs: `$x^2$`. */
const text = Type.String({ minLength: 1, maxLength: 4_000 })
/** The name of an option, an item or a part of a case within its question. */
const name = Type.String({ pattern: '^[a-z0-9_]{1,16}$' })
const named = Type.Object({ id: name, text }, { additionalProperties: false })
const options = Type.Array(named, { minItems: 2, maxItems: 20 })
/** The id of an uploaded file. */
const picture = Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' }))
const pictureWords = Type.Optional(line({ maxLength: 500 }))

const shape = <K extends string, P extends TProperties>(kind: K, rest: P) =>
  Type.Object(
    { kind: Type.Literal(kind), text, picture, picture_words: pictureWords, ...rest },
    { additionalProperties: false },
  )

/** Questions with one answer. A case has several such questions about one text. */
export const simpleQuestion = Type.Union([
  shape('single', { options }),
  shape('multiple', { options }),
  shape('number', { unit: Type.Optional(Type.String({ maxLength: 20 })) }),
  shape('order', { items: options }),
  shape('match', { left: options, right: options }),
  shape('short', {}),
])
export type SimpleQuestion = Static<typeof simpleQuestion>

/** A question as participants see it. It never contains the key. */
export const question = Type.Union([
  simpleQuestion,
  shape('case', {
    parts: Type.Array(Type.Object({ id: name, question: simpleQuestion }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: 20,
    }),
  }),
])
export type Question = Static<typeof question>
export type QuestionKind = Question['kind']

const key = <K extends string, P extends TProperties>(kind: K, rest: P) =>
  Type.Object({ kind: Type.Literal(kind), ...rest }, { additionalProperties: false })

/** The key of a question with one answer. `partial`: a partly right answer earns a part of the points. */
export const simpleKey = Type.Union([
  key('single', { option: name }),
  key('multiple', { options: Type.Array(name, { maxItems: 20 }), partial: Type.Boolean() }),
  key('number', { value: Type.Number(), tolerance: Type.Number({ minimum: 0 }) }),
  key('order', { items: Type.Array(name, { maxItems: 20 }), partial: Type.Boolean() }),
  key('match', { pairs: Type.Record(name, name), partial: Type.Boolean() }),
  // Letter case, ё and doubled spaces do not matter.
  key('short', { texts: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 20 }) }),
])
export type SimpleKey = Static<typeof simpleKey>

/** The right answer. Only organisers see it, and the scoring uses it. */
export const questionKey = Type.Union([simpleKey, key('case', { parts: Type.Record(name, simpleKey) })])
export type QuestionKey = Static<typeof questionKey>

const simpleAnswer = Type.Union([
  // The chosen option, the number as it was typed, the short text.
  Type.String({ maxLength: 500 }),
  // The chosen options, or the items in their order.
  Type.Array(name, { maxItems: 20 }),
  // The right side of each left side.
  Type.Record(name, name),
])
/** A participant's answer; null removes it. A case has one answer for each part. */
export const answer = Type.Union([
  simpleAnswer,
  Type.Object({ parts: Type.Record(name, Type.Union([simpleAnswer, Type.Null()])) }, { additionalProperties: false }),
  Type.Null(),
])
export type SimpleAnswer = Static<typeof simpleAnswer>
export type Answer = Static<typeof answer>
