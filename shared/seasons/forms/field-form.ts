import {
  type AnswerData,
  chosenId,
  type FieldOption,
  type FieldView,
  type FormField,
  type FormSchema,
  isEmpty,
  optionsOf,
  rowsOf,
  textOf,
  type ValidationRules,
} from '#shared/forms/fields/field.ts'
import { ruleOrder } from '#shared/forms/fields/rules.ts'
import { documentFormats, imageFormats } from '#shared/platform/files/limits.ts'
import { dictOf } from './dict-of.ts'
import { maxKeepDays } from './limits.ts'

export const viewTitles: Record<FieldView, string> = {
  text: 'Строка',
  textarea: 'Несколько строк',
  number: 'Число',
  year: 'Год',
  date: 'Дата',
  datetime: 'Дата и время',
  phone: 'Телефон',
  email: 'Электронная почта',
  radio: 'Один вариант, кнопками',
  select: 'Один вариант, списком',
  multiselect: 'Несколько вариантов',
  checkbox: 'Галочка',
  consent: 'Согласие',
  suggest: 'Поиск по справочнику',
  region: 'Регион',
  group: 'Повторяющийся блок вопросов',
  file: 'Файлы',
  image: 'Изображения',
}

const ruleTitles: Record<(typeof ruleOrder)[number], string> = {
  required: 'нет ответа',
  int: 'не целое число',
  max_length: 'слишком длинно',
  min_length: 'слишком коротко',
  min_value: 'слишком мало',
  max_value: 'слишком много',
  numeric: 'не год',
  regexp: 'не по образцу',
  min_calendar_years: 'слишком молод',
  max_calendar_years: 'слишком много лет',
  phone: 'не телефон',
  email: 'не почта',
  not_eq: 'совпадает с другим ответом',
}

const states = { asked: 'Спрашивать', disabled: 'Показать, но не спрашивать', hidden: 'Скрыть' } as const

export interface FieldFormChoices {
  /** Dictionaries that the form may use. */
  dictionaries: readonly (FieldOption & { own: boolean })[]
  /** The questions whose answers this one may be compared with. */
  others: readonly FormField[]
  /** The question is in a group. */
  inside: boolean
  /** Tables and answers use the question's name, so it cannot change. */
  named: boolean
}

/** The organiser's form for one question. */
export function fieldForm({ dictionaries, others, inside, named }: FieldFormChoices): FormSchema {
  const of = (...views: FieldView[]) => ({ field: 'view', in: views })
  const whole = (max = 1_000_000): ValidationRules => ({ int: true, min_value: 0, max_value: max })
  const listed = of('radio', 'select', 'multiselect')
  const views = Object.entries(viewTitles).filter(([id]) => !(inside && id === 'group'))
  const fields: FormField[] = [
    { name: 'label', label: 'Вопрос', view: 'text', validation_rules: { required: true, max_length: 500 } },
    {
      name: 'view',
      label: 'Как отвечают',
      view: 'select',
      options: views.map(([id, value]) => ({ id, value })),
      validation_rules: { required: true },
    },
    {
      name: 'source',
      label: 'Откуда варианты',
      view: 'radio',
      options: [
        { id: 'own', value: 'Напишу здесь' },
        { id: 'dict', value: 'Из справочника' },
      ],
      visible_when: listed,
    },
    {
      name: 'options',
      label: 'Варианты',
      hint: 'Каждый с новой строки.',
      view: 'textarea',
      visible_when: { all: [listed, { not: { field: 'source', equals: 'dict' } }] },
      validation_rules: { required: true, max_length: 20_000 },
    },
    {
      name: 'dict',
      label: 'Справочник',
      view: 'select',
      options: dictionaries.map(({ id, value }) => ({ id, value })),
      visible_when: { any: [{ all: [listed, { field: 'source', equals: 'dict' }] }, of('suggest')] },
      validation_rules: { required: true },
    },
    { name: 'free', label: 'Можно написать и своё', view: 'checkbox', visible_when: of('suggest') },
    { name: 'required', label: 'Ответ обязателен', view: 'checkbox', visible_when: { not: of('group') } },
    { name: 'hint', label: 'Подсказка', view: 'textarea', validation_rules: { max_length: 2000 } },
    {
      name: 'min_length',
      label: 'Символов не меньше',
      view: 'number',
      visible_when: of('text', 'textarea'),
      validation_rules: whole(),
    },
    {
      name: 'max_length',
      label: 'Символов не больше',
      view: 'number',
      visible_when: of('text', 'textarea'),
      validation_rules: whole(),
    },
    { name: 'int', label: 'Только целое число', view: 'checkbox', visible_when: of('number') },
    {
      name: 'min_value',
      label: 'Не меньше',
      view: 'number',
      visible_when: of('number', 'year'),
      validation_rules: { min_value: -maxNumber, max_value: maxNumber },
    },
    {
      name: 'max_value',
      label: 'Не больше',
      view: 'number',
      visible_when: of('number', 'year'),
      validation_rules: { min_value: -maxNumber, max_value: maxNumber },
    },
    {
      name: 'min_calendar_years',
      label: 'Полных лет не меньше',
      view: 'number',
      visible_when: of('date'),
      validation_rules: whole(150),
    },
    {
      name: 'max_calendar_years',
      label: 'Полных лет не больше',
      view: 'number',
      visible_when: of('date'),
      validation_rules: whole(150),
    },
    {
      name: 'regexp',
      label: 'Образец ответа',
      hint: 'Регулярное выражение, например ^\\d{6}$ для индекса.',
      view: 'text',
      visible_when: of('text'),
      validation_rules: { max_length: 500 },
    },
    {
      name: 'rows_min',
      label: 'Записей не меньше',
      view: 'number',
      visible_when: of('group'),
      validation_rules: whole(50),
    },
    {
      name: 'rows_max',
      label: 'Записей не больше',
      view: 'number',
      visible_when: of('group'),
      validation_rules: whole(200),
    },
    {
      name: 'max_files',
      label: 'Файлов не больше',
      view: 'number',
      visible_when: of('file', 'image'),
      validation_rules: { int: true, min_value: 1, max_value: 100 },
    },
    {
      name: 'max_mb',
      label: 'Размер каждого, МБ, не больше',
      view: 'number',
      visible_when: of('file', 'image'),
      validation_rules: { int: true, min_value: 1, max_value: 2000 },
    },
    {
      name: 'documents',
      label: 'Форматы',
      hint: 'Пусто: любые из этих.',
      view: 'multiselect',
      options: documentFormats.map(format),
      visible_when: of('file'),
    },
    {
      name: 'images',
      label: 'Форматы',
      hint: 'Пусто: любые из этих.',
      view: 'multiselect',
      options: imageFormats.map(format),
      visible_when: of('image'),
    },
    ...(others.length > 0
      ? [
          {
            name: 'not_eq',
            label: 'Не должно совпадать с ответом на вопрос',
            view: 'select' as const,
            options: others.map(({ name, label }) => ({ id: name, value: label || name })),
            visible_when: of('text', 'number', 'phone', 'email'),
          },
        ]
      : []),
    {
      name: 'messages',
      label: 'Свои слова об ошибке',
      view: 'group',
      rows: { max: ruleOrder.length },
      fields: [
        {
          name: 'rule',
          label: 'Когда',
          view: 'select',
          options: Object.entries(ruleTitles).map(([id, value]) => ({ id, value })),
          validation_rules: { required: true },
        },
        { name: 'text', label: 'Что сказать', view: 'text', validation_rules: { required: true, max_length: 300 } },
      ],
    },
    {
      name: 'special',
      label: 'Особая категория персональных данных',
      hint: 'Здоровье, убеждения, происхождение. Судьи этих ответов не видят.',
      view: 'checkbox',
    },
    {
      name: 'employer',
      label: 'Это место работы',
      hint: 'Эксперту оттуда же работу не поручат. Где авторов не знают, название скроется в работах.',
      view: 'checkbox',
    },
    ...(inside
      ? []
      : [
          {
            name: 'keep_days',
            label: 'Сколько дней хранить ответ',
            hint: 'Со дня сдачи, черновик — со дня последней правки. Потом ответ стирается. Пусто: столько же, сколько всю анкету.',
            view: 'number' as const,
            validation_rules: { int: true, min_value: 1, max_value: maxKeepDays },
          },
        ]),
    {
      name: 'state',
      label: 'Сейчас',
      view: 'radio',
      options: Object.entries(states).map(([id, value]) => ({ id, value })),
    },
    {
      name: 'name',
      label: 'Имя в таблицах',
      hint: named
        ? 'Не меняется: по нему ответы находят в выгрузках.'
        : 'Латиницей. Пусто: по словам вопроса. После публикации не меняется.',
      view: 'text',
      validation_rules: { regexp: '^[A-Za-z][A-Za-z0-9_]{0,63}$' },
      custom_errors: { regexp: 'Латинские буквы, цифры и «_», до 64 символов, первая — буква' },
      ...(named ? { read_only: true } : {}),
    },
  ]
  return { version: 1, sections: [{ code: 'field', title: '', fields }] }
}

const format = (id: string): FieldOption => ({ id, value: id.toUpperCase() })

/** The validator takes only whole numbers as limits of a number. */
const maxNumber = 1_000_000_000
const megabyte = 1024 * 1024

/** A question as an answer to the form above. */
export function fieldAnswer(field: FormField): AnswerData {
  const { validation_rules: rules = {}, files } = field
  const number = (value: number | undefined) => (value === undefined ? '' : String(value).replace('.', ','))
  return {
    label: field.label,
    view: field.view,
    source: dictOf(field) === undefined ? 'own' : 'dict',
    options: (optionsOf(field) ?? []).map(({ value }) => value).join('\n'),
    dict: field.params?.dict ?? '',
    free: field.params?.suggest === true,
    required: rules.required === true,
    hint: field.hint ?? '',
    int: rules.int === true,
    ...Object.fromEntries(numbers.map((name) => [name, number(rules[name])])),
    regexp: rules.regexp ?? '',
    rows_min: number(field.rows?.min),
    rows_max: number(field.rows?.max),
    max_files: number(files?.max_files),
    max_mb: files?.max_bytes === undefined ? '' : number(Math.max(1, Math.round(files.max_bytes / megabyte))),
    documents: files?.formats ?? [],
    images: files?.formats ?? [],
    not_eq: rules.not_eq ?? '',
    messages: Object.entries(field.custom_errors ?? {}).map(([rule, text]) => ({ rule, text })),
    special: field.special === true,
    employer: field.employer === true,
    keep_days: number(field.keep_days),
    state: field.hidden ? 'hidden' : field.disabled ? 'disabled' : 'asked',
    name: field.name,
  }
}

const numbers = [
  'min_length',
  'max_length',
  'min_value',
  'max_value',
  'min_calendar_years',
  'max_calendar_years',
] as const
const limitsOf: Partial<Record<FieldView, readonly (typeof numbers)[number][]>> = {
  text: ['min_length', 'max_length'],
  textarea: ['min_length', 'max_length'],
  number: ['min_value', 'max_value'],
  year: ['min_value', 'max_value'],
  date: ['min_calendar_years', 'max_calendar_years'],
}

/** The question that a valid answer describes. What the form does not ask is taken from `kept`. */
export function fieldOfAnswer(
  answer: AnswerData,
  kept: FormField | null,
  { name, dictionaries }: { name: string; dictionaries: FieldFormChoices['dictionaries'] },
): FormField {
  const text = (key: string) => textOf(answer[key]).trim()
  const number = (key: string) => (text(key) === '' ? undefined : Number(text(key).replace(',', '.')))
  const view = text('view') as FieldView
  const listed = ['radio', 'select', 'multiselect'].includes(view)
  const ofDict = view === 'suggest' || (listed && text('source') === 'dict')
  const dict = ofDict ? text('dict') : view === 'region' ? (kept?.params?.dict ?? 'regions') : undefined
  const own = dictionaries.some((each) => each.id === dict && each.own)
  const params =
    dict === undefined
      ? undefined
      : defined({
          dict,
          suggest: (view === 'suggest' && answer.free === true) || undefined,
          competition_specific_dict: own || undefined,
        })
  const same = kept?.view === view ? (kept?.validation_rules ?? {}) : {}
  const rules: ValidationRules = defined({
    // These rules follow from the view; the form does not ask for them.
    numeric: same.numeric ?? (view === 'year' || undefined),
    phone: same.phone ?? (view === 'phone' || undefined),
    email: same.email ?? (view === 'email' || undefined),
    required: (answer.required === true && view !== 'group') || (view === 'group' ? same.required : undefined),
    int: view === 'number' ? answer.int === true || undefined : same.int,
    ...Object.fromEntries((limitsOf[view] ?? []).map((key) => [key, number(key)])),
    regexp: (view === 'text' && text('regexp')) || undefined,
    not_eq: (['text', 'number', 'phone', 'email'].includes(view) && text('not_eq')) || undefined,
  })
  const formats = list(answer[view === 'image' ? 'images' : 'documents'])
  const mb = number('max_mb')
  const files = defined({
    max_files: number('max_files'),
    max_bytes: mb === undefined ? undefined : Math.round(mb * megabyte),
    formats: formats.length > 0 ? formats : undefined,
  })
  const rows = defined({ min: number('rows_min'), max: number('rows_max') })
  const messages = Object.fromEntries(
    rowsOf(answer.messages).flatMap((row) => (isEmpty(row.rule) ? [] : [[textOf(row.rule), textOf(row.text).trim()]])),
  )
  const state = text('state')
  const { value, human_readable_value, read_only, section, visible_when } = kept ?? {}
  return defined({
    ...{ value, human_readable_value, read_only, section, visible_when },
    name,
    label: text('label'),
    view,
    hint: text('hint') || undefined,
    params: params ?? (view === 'number' ? kept?.params : undefined),
    options: listed && !ofDict ? optionsFrom(text('options'), kept) : undefined,
    validation_rules: filledOnly(rules),
    custom_errors: filledOnly(messages),
    fields: view === 'group' ? (kept?.fields ?? []) : undefined,
    rows: view === 'group' ? filledOnly(rows) : undefined,
    files: view === 'file' || view === 'image' ? filledOnly(files) : undefined,
    hidden: state === 'hidden' || undefined,
    disabled: state === 'disabled' || undefined,
    special: answer.special === true || undefined,
    employer: answer.employer === true || undefined,
    keep_days: number('keep_days'),
  }) as FormField
}

/** The lines as options. An option with the same words keeps its id, and so does an option reworded in its place. */
function optionsFrom(text: string, kept: FormField | null): FieldOption[] {
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const before = (kept && optionsOf(kept)) ?? []
  const known = new Map(before.map(({ id, value }) => [value, id]))
  const used = new Set(lines.flatMap((line) => known.get(line) ?? []))
  const taken = new Set(before.map(({ id }) => id))
  let number = 0
  return lines.map((value, at) => {
    const id = known.get(value)
    if (id !== undefined) return { id, value }
    const there = lines.length === before.length ? before[at]?.id : undefined
    if (there !== undefined && !used.has(there)) return { id: there, value }
    do number += 1
    while (taken.has(`option_${number}`))
    return { id: `option_${number}`, value }
  })
}

const list = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each: unknown) => chosenId(each) ?? []) : []

const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T

const filledOnly = <T extends object>(value: T): T | undefined => (Object.keys(value).length > 0 ? value : undefined)
