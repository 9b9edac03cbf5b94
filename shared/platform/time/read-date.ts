import { type CalendarDate, parseDate } from './moscow.ts'

/** People who take part, and what they tell of, are of this year or later. */
export const earliestYear = 1900

const months = ['янв', 'фев', 'мар', 'апр', 'май', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек']

/** «5.9.1990», «05/09/1990»; «1990-9-5»; «5 сентября 1990 г.», «5 сент. 1990». */
const asWritten = /(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)/g
const asStored = /(?<!\d)(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?!\d)/g
const inWords = /(?<!\d)(\d{1,2})\s(янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)[а-я]{0,6}\.?\s(\d{4})(?!\d)/gi

const monthOf = (word: string) => months.indexOf(word.toLowerCase().replace('мая', 'май')) + 1

/**
 * The only date of a text, as people and programs write it, with other words around it; a day that does not exist too.
 * Null when the text has no date or several.
 */
export function readDate(text: string): CalendarDate | null {
  const plain = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/\s+/g, ' ')
  const found = [
    ...[...plain.matchAll(asWritten)].map(([, day, month, year]) => ({ year, month: Number(month), day })),
    ...[...plain.matchAll(asStored)].map(([, year, month, day]) => ({ year, month: Number(month), day })),
    ...[...plain.matchAll(inWords)].map(([, day, month = '', year]) => ({ year, month: monthOf(month), day })),
  ]
  const [one] = found
  return one && found.length === 1 ? { year: Number(one.year), month: one.month, day: Number(one.day) } : null
}

const unfinished = 'Введите дату в виде ДД.ММ.ГГГГ'

/** Why a typed text is no date that anybody may mean, or null. */
export function dateFault(typed: string): string | null {
  const date = parseDate(typed)
  if (date) return date.year < earliestYear ? `Проверьте год: нужен не раньше ${earliestYear}` : null
  return /^(\d{2}\.\d{2}\.\d{4}|\d{4}-\d{2}-\d{2})$/.test(typed) ? 'Такой даты нет' : unfinished
}
