import type { Tx } from '#server/db.ts'
import type { Keys } from '#server/kinds/questionnaire/keys.ts'
import { type ScoringRules, scored } from '#server/kinds/questionnaire/score.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { readSettings } from '#server/stages/read-settings.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import { questionnaireKind } from '#shared/kinds/questionnaire/contract.ts'

const marks = ['Совсем не согласен', 'Скорее не согласен', 'Трудно сказать', 'Скорее согласен', 'Полностью согласен']

/** The statements, the scale that each counts for, and whether agreement lowers it. */
const items: [label: string, scale: string, reverse?: true][] = [
  ['Мне легко заговорить с незнакомым человеком', 'sociability'],
  ['Если план сорвался, я быстро придумываю другой', 'flexibility'],
  ['Я довожу до конца даже скучные дела', 'persistence'],
  ['Я ни разу в жизни никого не подвёл', 'good_looks'],
  ['После долгого совещания мне нужно побыть одному', 'sociability', true],
  ['Неожиданные перемены выбивают меня из колеи', 'flexibility', true],
  ['Я часто берусь за новое, не закончив старого', 'persistence', true],
  ['В споре я первым предлагаю поговорить с другой стороной', 'sociability'],
  ['Мне интересно работать там, где правил ещё нет', 'flexibility'],
  ['Трудная задача меня скорее увлекает, чем пугает', 'persistence'],
  ['Я никогда не откладываю дела на завтра', 'good_looks'],
  ['В большой компании я больше слушаю, чем говорю', 'sociability', true],
]

const choice = {
  name: 'first_step',
  label: 'Команда спорит, с чего начать. Что вы сделаете первым?',
  view: 'radio' as const,
  options: [
    { id: 'a', value: 'Предложу каждому сказать по минуте' },
    { id: 'b', value: 'Начну с самой понятной части сам' },
    { id: 'c', value: 'Спрошу, чего ждут от нас те, для кого мы работаем' },
  ],
  validation_rules: { required: true },
}

const nameAt = (at: number) => `item_${at + 1}`

const schema = {
  version: 1,
  sections: [
    {
      code: 'items',
      title: 'Вопросы',
      fields: [
        ...items.map(([label], at) => ({
          name: nameAt(at),
          label,
          view: 'radio' as const,
          options: marks.map((value, mark) => ({ id: String(mark + 1), value })),
          validation_rules: { required: true },
        })),
        choice,
      ],
    },
  ],
}

const scale = (code: string, title: string, role: 'scale' | 'desirability' = 'scale') => ({
  code,
  title,
  reportTitle: role === 'scale' ? title : '',
  role,
  limit: role === 'scale' ? null : 8,
  items: items.flatMap(([, of, reverse], at) =>
    of === code ? [{ item: nameAt(at), key: reverse ? ('reverse' as const) : ('direct' as const), weight: 1 }] : [],
  ),
})

const keys: Keys = {
  scales: [
    scale('sociability', 'Общительность'),
    scale('flexibility', 'Гибкость'),
    scale('persistence', 'Настойчивость'),
    scale('good_looks', 'Социальная желательность', 'desirability'),
  ],
  pairs: [[nameAt(0), nameAt(7)]],
}

const norms = ['sociability', 'flexibility', 'persistence'].map((code, at) => ({
  group: 'Участники прошлого сезона',
  scale: code,
  mean: 10 + (at === 0 ? 4 : 0),
  deviation: 2.5,
}))

/** «Личностный опросник»: its questions, and the keys by which they are counted. */
export async function fillTraits(tx: Tx, stageId: number, at: Date): Promise<void> {
  await publishForm(tx, stageId, schema, at)
  await tx
    .insertInto('questionnaire_keys')
    .values({
      stage_id: stageId,
      form_version: schema.version,
      keys: JSON.stringify(keys),
      norm_version: 1,
      norms: JSON.stringify(norms),
      imported_at: at,
    })
    .execute()
}

/** Plausible answers to the first `count` questions with the time of each; a number always gives the same answers. */
export const traitsAnswer = (number: number, count = items.length + 1): Record<string, unknown> => {
  const given = schema.sections[0]?.fields.slice(0, count) ?? []
  const of = <T>(value: (place: number) => T) =>
    Object.fromEntries(given.map(({ name }, place) => [name, value(place)]))
  const first = { [choice.name]: choice.options[number % choice.options.length]?.id }
  return {
    ...of((place) => String(1 + ((number * 3 + place * 2) % marks.length))),
    ...(count > items.length && first),
    times: of((place) => 3000 + ((number + place) % 5) * 900),
  }
}

const { settings } = readSettings(questionnaireKind, {}, 1)

/** What the portal computes from an answer. */
export function traitsResult(data: Record<string, unknown>) {
  const result = scored(fieldsOf(schema), data, keys, norms, settings as unknown as ScoringRules)
  return {
    ...{ form_version: schema.version, norm_version: 1, norm_group: result.normGroup },
    ...{ scales: JSON.stringify(result.scales), flags: result.flags, inconsistency: result.inconsistency },
    ...{ desirability: result.desirability, seconds: result.seconds },
  }
}

/** The results that the portal computes from these answers. */
export async function fillTraitsResults(
  tx: Tx,
  stage_id: number,
  results: readonly { hand_in_id: number; account_id: number; data: Record<string, unknown> }[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('questionnaire_results')
    .values(
      results.map(({ data, ...of }, place) => ({
        ...{ ...of, ...traitsResult(data), stage_id, alias: `demo${place}`, scored_at: at },
      })),
    )
    .execute()
}
