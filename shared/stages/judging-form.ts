import { type AnswerData, type FormSchema, isEmpty, rowsOf, textOf } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import type { Method } from './final-marks.ts'
import type { Criterion } from './rubric.ts'

/** How the works of a stage are judged. */
export interface Judging {
  readers: number
  blind: boolean
  gap: number | null
  method: Method
  load_cap: number
  /** How many works a judge sees at a time; null: all at once. */
  batch: number | null
  other_region: 'no' | 'wish' | 'rule'
  read_until: Date | null
  /** Judges also say whether a work should pass. */
  asks_verdict: boolean
}

const maxCriteria = 20
const number = (min: number, max: number) => ({ required: true, int: true, min_value: min, max_value: max })

/** The organiser's form for these settings and the rubric. */
export const judgingForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'rubric',
      title: 'Критерии',
      hint: 'Правка критериев создаёт новую версию. Поставленные оценки остаются при той, по которой их ставили',
      fields: [
        {
          name: 'criteria',
          label: 'Критерий',
          view: 'group',
          rows: { min: 1, max: maxCriteria },
          fields: [
            {
              name: 'title',
              label: 'Что оценивают',
              view: 'text',
              validation_rules: { required: true, max_length: 120 },
            },
            { name: 'hint', label: 'На что смотреть', view: 'textarea', validation_rules: { max_length: 600 } },
            { name: 'max', label: 'Высший балл', view: 'number', validation_rules: number(1, 100) },
            { name: 'weight', label: 'Вес', view: 'number', validation_rules: number(1, 100) },
            {
              name: 'levels',
              label: 'Что значат баллы',
              view: 'textarea',
              hint: 'По строке на балл: «0 — не раскрыто»',
              validation_rules: { max_length: 3000 },
            },
            { name: 'optional', label: 'Можно не оценивать', view: 'checkbox' },
          ],
        },
      ],
    },
    {
      code: 'reading',
      title: 'Как оценивают',
      fields: [
        { name: 'readers', label: 'Экспертов на работу', view: 'number', validation_rules: number(1, 9) },
        { name: 'blind', label: 'Эксперты не видят, чья работа', view: 'checkbox' },
        {
          name: 'asks_verdict',
          label: 'Эксперт говорит, проходит ли работа',
          view: 'checkbox',
          hint: 'Если мнения разойдутся, работу прочитает ещё один эксперт. Решаете всё равно вы',
        },
        {
          name: 'gap',
          label: 'Расхождение, при котором нужен ещё один эксперт',
          view: 'number',
          hint: 'В баллах из 100 между высшей и низшей оценкой; пусто — не назначать',
          validation_rules: { int: true, min_value: 1, max_value: 100 },
        },
        {
          name: 'method',
          label: 'Как получают итог',
          view: 'radio',
          options: [
            { id: 'mean', value: 'Средняя оценка' },
            { id: 'trimmed', value: 'Средняя без самой высокой и самой низкой, если оценок четыре и больше' },
            {
              id: 'normalised',
              value: 'Средняя, выровненная по строгости эксперта, если он прочитал пять работ и больше',
            },
          ],
          validation_rules: { required: true },
        },
        { name: 'load_cap', label: 'Не больше работ на эксперта', view: 'number', validation_rules: number(1, 1000) },
        {
          name: 'batch',
          label: 'Работ в одной пачке',
          view: 'number',
          hint: 'Эксперт видит одну пачку; следующая открывается, когда эта оценена. Пусто — все работы сразу',
          validation_rules: { int: true, min_value: 1, max_value: 1000 },
        },
        {
          name: 'other_region',
          label: 'Эксперт из другого региона',
          view: 'radio',
          options: [
            { id: 'no', value: 'Не важно' },
            { id: 'wish', value: 'По возможности' },
            { id: 'rule', value: 'Обязательно' },
          ],
          validation_rules: { required: true },
        },
        {
          name: 'read_until',
          label: 'Срок для экспертов',
          view: 'datetime',
          hint: 'Московское время. Оценки можно менять, пока вы не завершите оценивание',
        },
      ],
    },
  ],
}

export const judgingAnswer = (judging: Judging, criteria: readonly Criterion[], readUntil: string): AnswerData => ({
  criteria: criteria.map(({ title, hint, max, weight, required, levels }) => ({
    title,
    hint,
    max: String(max),
    weight: String(weight),
    levels: levels.map(({ value, text }) => `${value} — ${text}`).join('\n'),
    optional: !required,
  })),
  readers: String(judging.readers),
  blind: judging.blind,
  asks_verdict: judging.asks_verdict,
  gap: judging.gap === null ? '' : String(judging.gap),
  method: judging.method,
  load_cap: String(judging.load_cap),
  batch: judging.batch === null ? '' : String(judging.batch),
  other_region: judging.other_region,
  read_until: readUntil,
})

const levelLine = /^\s*(\d{1,3})\s*[—–:.-]\s*(\S.*)$/u

/**
 * The faults that the form's own rules cannot find, by the field's path: unreadable levels, two criteria of one name.
 */
export function rubricFaults(answer: AnswerData): FieldFaults {
  const faults: FieldFaults = {}
  const titles = new Set<string>()
  if (rowsOf(answer.criteria).length === 0)
    faults.criteria = { rule: 'required', message: 'Добавьте хотя бы один критерий' }
  rowsOf(answer.criteria).forEach((row, place) => {
    const title = textOf(row.title).trim().toLowerCase()
    if (titles.has(title)) faults[`criteria.${place}.title`] = { rule: 'unique', message: 'Такой критерий уже есть' }
    titles.add(title)
    const max = Number(textOf(row.max))
    for (const line of linesOf(row.levels)) {
      const value = Number(levelLine.exec(line)?.[1] ?? Number.NaN)
      if (!(value <= max))
        faults[`criteria.${place}.levels`] = {
          rule: 'format',
          message: `Напишите «балл — описание», балл от 0 до ${max}: «${line.trim().slice(0, 60)}»`,
        }
    }
  })
  return faults
}

/** The settings in a valid answer. */
export function judgingIn(answer: AnswerData): Judging {
  return {
    readers: Number(textOf(answer.readers)),
    blind: answer.blind === true,
    asks_verdict: answer.asks_verdict === true,
    gap: isEmpty(answer.gap) ? null : Number(textOf(answer.gap)),
    method: textOf(answer.method) as Method,
    load_cap: Number(textOf(answer.load_cap)),
    batch: isEmpty(answer.batch) ? null : Number(textOf(answer.batch)),
    other_region: textOf(answer.other_region) as Judging['other_region'],
    read_until: parseWire(textOf(answer.read_until)),
  }
}

/** The rubric in a valid answer. A criterion keeps its code while its title stays the same. */
export function criteriaIn(answer: AnswerData, known: readonly Criterion[]): Criterion[] {
  const taken = new Set(known.map(({ code }) => code))
  return rowsOf(answer.criteria).map((row) => {
    const title = textOf(row.title).trim()
    const code = known.find((one) => one.title === title)?.code ?? freeCode(taken)
    return {
      code,
      title,
      hint: textOf(row.hint).trim(),
      max: Number(textOf(row.max)),
      weight: Number(textOf(row.weight)),
      required: row.optional !== true,
      levels: linesOf(row.levels)
        .flatMap((line) => {
          const [, value, text = ''] = levelLine.exec(line) ?? []
          return value === undefined ? [] : [{ value: Number(value), text: text.trim() }]
        })
        .sort((a, b) => a.value - b.value),
    }
  })
}

function freeCode(taken: Set<string>): string {
  let number = taken.size + 1
  while (taken.has(`c${number}`)) number++
  taken.add(`c${number}`)
  return `c${number}`
}

const linesOf = (value: unknown): string[] =>
  textOf(value)
    .split('\n')
    .filter((line) => line.trim() !== '')
