import { isEmail } from '#shared/platform/text/is-email.ts'
import { phoneDigits } from '#shared/platform/text/read-phone.ts'
import { compareDates, fullYears, moscowDate, parseDate } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { dateFault } from '#shared/platform/time/read-date.ts'
import { chosenId, type FieldView, type FormField, isEmpty, textOf, type ValidationRules } from './field.ts'
import { matchesSafely, maxMatchedLength } from './safe-pattern.ts'

/** The order of the rules. A person sees the message of the first one that fails. */
export const ruleOrder = [
  'required',
  'int',
  'max_length',
  'min_length',
  'min_value',
  'max_value',
  'numeric',
  'regexp',
  'min_calendar_years',
  'max_calendar_years',
  'phone',
  'email',
  'not_eq',
] as const satisfies readonly (keyof ValidationRules)[]

export type RuleName = (typeof ruleOrder)[number]

/** People with this citizenship give its passport; the id is from the dictionary `countries`. */
export const homeCountry = 'RU'

export interface RuleContext {
  readonly now: Date
  /** The value of another field: in the same row first, then in the form. */
  readonly valueNamed: (name: string) => unknown
}

/** The fault of a value by one rule with the parameter from the form. */
type Check<R extends RuleName> = (
  value: unknown,
  asked: NonNullable<ValidationRules[R]>,
  context: RuleContext,
) => string | null

/** The fault of a value by each rule, or null. All rules except `required` are called only for filled values. */
const checks: { [R in RuleName]: Check<R> } = {
  required: (value) => (isEmpty(value) ? 'Обязательное поле' : null),
  int: (value) => (isInteger(textOf(value)) ? null : 'Введите целое число'),
  max_length: (value, max) =>
    lengthOf(value) > max ? `Не больше ${counted(max, 'символа', 'символов', 'символов')}` : null,
  min_length: (value, min) =>
    lengthOf(value) < min ? `Не меньше ${counted(min, 'символа', 'символов', 'символов')}` : null,
  min_value: (value, min) => {
    const number = numberOf(value)
    if (number < 0 && min >= 0) return 'Допустимы только положительные числа'
    return number < min ? `Не меньше ${min}` : null
  },
  max_value: (value, max) => (numberOf(value) > max ? `Не больше ${max}` : null),
  numeric: (value) => {
    const text = textOf(value)
    if (isYear(text)) return null
    return /^-\d+$/.test(text) ? 'Допустимы только положительные числа' : 'Введите год четырьмя цифрами'
  },
  regexp: (value, pattern) => {
    const text = textOf(value)
    if (text.length > maxMatchedLength)
      return `Не больше ${counted(maxMatchedLength, 'символа', 'символов', 'символов')}`
    // An unsafe pattern is refused when the form is saved, so here it must not block the person.
    return matchesSafely(pattern, text) === false ? 'Проверьте, правильно ли заполнено поле' : null
  },
  min_calendar_years: (value, min, { now }) => {
    const years = yearsSince(value, now)
    if (years === null) return dateFault(textOf(value))
    return years < min ? `Должно быть не меньше ${counted(min, 'полного года', 'полных лет', 'полных лет')}` : null
  },
  max_calendar_years: (value, max, { now }) => {
    const years = yearsSince(value, now)
    if (years === null) return dateFault(textOf(value))
    return years > max ? `Должно быть не больше ${counted(max, 'полного года', 'полных лет', 'полных лет')}` : null
  },
  phone: (value) =>
    isPhone(textOf(value))
      ? null
      : `Введите телефон: от ${phoneDigits.min} до ${phoneDigits.max} цифр, можно с «+» в начале`,
  email: (value) => (isEmail(textOf(value)) ? null : 'Введите адрес почты, например name@example.ru'),
  not_eq: (value, other, { valueNamed }) => {
    const text = textOf(valueNamed(other))
    return textOf(value).toLowerCase() === text.toLowerCase() ? 'Значение не должно повторять другое поле' : null
  },
}

/** The first rule that a value breaks, with its message, or null. `only` limits the rules but keeps their order. */
export function firstBroken(
  value: unknown,
  rules: ValidationRules,
  context: RuleContext,
  only: readonly RuleName[] = ruleOrder,
): { rule: RuleName; message: string } | null {
  const empty = isEmpty(value)
  for (const rule of ruleOrder) {
    const asked = rules[rule]
    if ((!asked && asked !== 0) || !only.includes(rule)) continue
    if (empty && rule !== 'required') return null
    const message = (checks[rule] as Check<RuleName>)(value, asked as never, context)
    if (message !== null) return { rule, message }
  }
  return null
}

const impliedByView: Partial<Record<FieldView, ValidationRules>> = {
  year: { numeric: true },
  phone: { phone: true },
  email: { email: true },
}

/** The rules of a field, including those that follow from its view, limits and name. */
export function rulesOf(field: FormField, valueNamed: (name: string) => unknown): ValidationRules {
  const rules = { ...impliedByView[field.view], ...field.validation_rules, ...impliedByName(field.name, valueNamed) }
  const bounded = isNumber(rules.min_value) || isNumber(rules.max_value)
  const int = rules.int || bounded
  // Number fields accept negative values only when the form says so.
  const counts = int || field.view === 'number'
  return { ...rules, int, ...(counts && !isNumber(rules.min_value) ? { min_value: 0 } : {}) }
}

function impliedByName(name: string, valueNamed: (name: string) => unknown): ValidationRules | undefined {
  switch (name) {
    case 'current_work_year_settings':
    case 'education_year_settings':
      return { min_length: settingsYearLength.min, max_length: settingsYearLength.max }
    case 'education_year':
      return { min_length: yearDigits, max_length: yearDigits }
    case 'reg_passport':
      return isHomeCitizen(valueNamed('citizenship')) ? { int: true, max_length: 11 } : {}
    case 'manage_age':
      return { int: true }
    default:
      return undefined
  }
}

/** When the form does not ask for citizenship, Russian citizenship is assumed. */
function isHomeCitizen(citizenship: unknown): boolean {
  return isEmpty(citizenship) || chosenId(citizenship) === homeCountry
}

/** Number of digits of a year. */
export const yearDigits = 4
/** For years in the fields that the specification calls settings. */
export const settingsYearLength = { min: 4, max: 5 }

const phonePattern = new RegExp(`^\\+?\\d{${phoneDigits.min},${phoneDigits.max}}$`)

/** An optional plus and 5 to 15 digits. */
export const isPhone = (text: string): boolean => phonePattern.test(text)

const yearPattern = new RegExp(`^\\d{${yearDigits}}$`)

export const isYear = (text: string): boolean => yearPattern.test(text)

/** An optional minus and digits. */
export function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text)
}

/** Full years from a date to today in Moscow; null for no date; less than any number for a future date. */
function yearsSince(value: unknown, now: Date): number | null {
  const date = parseDate(textOf(value))
  if (!date) return null
  const today = moscowDate(now)
  return compareDates(date, today) > 0 ? Number.NEGATIVE_INFINITY : fullYears(date, today)
}

/** Characters as people count them: a letter outside the basic plane counts as one. */
function lengthOf(value: unknown): number {
  return [...textOf(value)].length
}

/** Accepts a decimal comma; NaN for text that is not a number. */
function numberOf(value: unknown): number {
  return Number(textOf(value).replace(',', '.'))
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}
