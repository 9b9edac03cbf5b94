import {
  type FormField,
  type FormSchema,
  fieldsOf,
  isRecord,
  optionsOf,
  type ValidationRules,
} from '#shared/forms/fields/field.ts'
import { dictOf } from './dict-of.ts'

/** The change of one question in a new version. */
export interface FormChange {
  /** The name of the question; for a question in a group the name of the group. */
  field: string
  label: string
  words: string
  /**
   * Whose answers the change hides or breaks: those of people who have answered, of people who have not, or nobody's
   * (null).
   */
  hurts: 'answered' | 'unanswered' | null
}

/**
 * What the next version of a form changes for those who fill it in; optional new questions and new wordings hurt
 * nobody.
 */
export function formChanges(before: FormSchema | null, after: FormSchema): FormChange[] {
  const old = new Map(before ? fieldsOf(before).map((field) => [field.name, field]) : [])
  const fresh = new Set(fieldsOf(after).map(({ name }) => name))
  const removed = [...old.values()]
    .filter(({ name }) => !fresh.has(name))
    .map((field) => said(field, 'вопрос убран', 'answered'))
  const others = fieldsOf(after).flatMap((field) => {
    const was = old.get(field.name)
    return was ? ofField(was, field) : [added(field)]
  })
  const moved = before && orderOf(before) !== orderOf(after) ? [orderChange] : []
  return [...removed, ...others, ...moved]
}

const orderChange: FormChange = { field: '', label: 'Разделы и порядок', words: 'изменились', hurts: null }

const orderOf = (form: FormSchema) =>
  JSON.stringify(
    form.sections.map(({ code, title, hint, fields }) => [code, title, hint, fields.map(({ name }) => name)]),
  )

const said = ({ name, label }: FormField, words: string, hurts: FormChange['hurts']): FormChange => ({
  field: name,
  label,
  words,
  hurts,
})

const isRequired = (field: FormField) => field.validation_rules?.required === true || (field.rows?.min ?? 0) > 0

const added = (field: FormField) =>
  isRequired(field) ? said(field, 'новый обязательный вопрос', 'unanswered') : said(field, 'новый вопрос', null)

function ofField(was: FormField, field: FormField): FormChange[] {
  if (plainText(was) === plainText(field)) return []
  const changes: FormChange[] = []
  const add = (words: string, hurts: FormChange['hurts']) => changes.push(said(field, words, hurts))
  if (was.view !== field.view) add('отвечают иначе, прежний ответ не подходит', 'answered')
  if (plainText(was.visible_when) !== plainText(field.visible_when)) {
    if (field.visible_when) add('показывается не всем или при другом условии', 'answered')
    else add('показывается всем', isRequired(field) ? 'unanswered' : null)
  }
  const hidden = (one: FormField) => one.hidden === true || one.disabled === true
  if (!hidden(was) && hidden(field)) add('больше не спрашивается', 'answered')
  if (hidden(was) && !hidden(field)) add('снова спрашивается', isRequired(field) ? 'unanswered' : null)
  const options = optionsOf(field)
  if (dictOf(was) !== dictOf(field)) add('другой справочник', 'answered')
  const gone = (optionsOf(was) ?? []).filter(({ id }) => !options?.some((each) => each.id === id))
  if (gone.length > 0 && was.view === field.view)
    add(`убраны варианты: ${gone.map(({ value }) => value).join(', ')}`, 'answered')
  if (was.params?.suggest && !field.params?.suggest) add('ответ только из списка', 'answered')
  if (!isRequired(was) && isRequired(field)) add('ответ стал обязательным', 'unanswered')
  const stricter = strictRules(was.validation_rules ?? {}, field.validation_rules ?? {})
  if (stricter || strictLimits(was, field)) add('проверяется строже', 'answered')
  if (field.view === 'group' && was.view === 'group') changes.push(...inGroup(was, field))
  if (changes.length === 0) add('изменены слова или подсказки', null)
  return changes
}

/** Filled rows lack an answer to a question that has become required in each row. */
function inGroup(was: FormField, group: FormField): FormChange[] {
  const form = (fields: readonly FormField[] = []): FormSchema => ({
    version: 0,
    sections: [{ code: '', title: '', fields }],
  })
  return formChanges(form(was.fields), form(group.fields)).map(({ label, words, hurts, field }) => ({
    field: group.name,
    label: field === '' ? group.label : `${group.label}: ${label}`,
    words: field === '' ? 'изменился порядок вопросов' : words,
    hurts: hurts && 'answered',
  }))
}

function strictRules(was: ValidationRules, rules: ValidationRules): boolean {
  const lower = (a: number | undefined, b: number | undefined) => b !== undefined && (a === undefined || b < a)
  const higher = (a: number | undefined, b: number | undefined) => b !== undefined && (a === undefined || b > a)
  return (
    lower(was.max_length, rules.max_length) ||
    lower(was.max_value, rules.max_value) ||
    lower(was.max_calendar_years, rules.max_calendar_years) ||
    higher(was.min_length, rules.min_length) ||
    higher(was.min_value, rules.min_value) ||
    higher(was.min_calendar_years, rules.min_calendar_years) ||
    (['int', 'numeric', 'phone', 'email'] as const).some((rule) => rules[rule] && !was[rule]) ||
    (['regexp', 'not_eq'] as const).some((rule) => rules[rule] && rules[rule] !== was[rule])
  )
}

function strictLimits(was: FormField, field: FormField): boolean {
  const [a, b] = [was.files ?? {}, field.files ?? {}]
  const lower = (before: number | undefined, now: number | undefined) =>
    now !== undefined && (before === undefined || now < before)
  const formats =
    b.formats !== undefined && (a.formats === undefined || a.formats.some((each) => !b.formats?.includes(each)))
  const more = (field.rows?.min ?? 0) > (was.rows?.min ?? 0) && isRequired(was)
  return (
    lower(a.max_bytes, b.max_bytes) ||
    lower(a.max_files, b.max_files) ||
    formats ||
    lower(was.rows?.max, field.rows?.max) ||
    more
  )
}

/** Ignores the order of keys, because the database changes it. */
export function plainText(value: unknown): string {
  return (
    JSON.stringify(value, (_key, each: unknown) =>
      isRecord(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
    ) ?? ''
  )
}
