import * as moscow from '#shared/time/moscow.ts'

const month = '(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)(?![а-яё])'
const day = `(?:\\d{1,2} ${month}(?: \\d{4})?(?: года)?|\\d\\d\\.\\d\\d\\.\\d{4})`
const time = '(?:в )?\\d{1,2}:\\d\\d(?: (?:по Москве|на площадке|МСК|мск))?'
const weekday = '(?:, [а-яё]+)?'

const part = new RegExp(`${day}|${time}`, 'g')
const whole = new RegExp(`(${day}(?:${weekday},? ${time})?|${time})`)

/** The same words with blanks at which no line ends: a number stays with its month, and a time with its clock. */
export const boundMoments = (text: string): string => text.replace(part, (words) => words.replaceAll(' ', '\u00a0'))

/** The words, and at every second place a moment: «12 декабря в 10:00», «12.12.2026, среда, 10:00 по Москве». */
export const atMoments = (text: string): string[] => text.replaceAll('\u00a0', ' ').split(whole)

/** «12.12.2026 10:00 по Москве» */
export const showMoscowTime = (at: Date): string => boundMoments(`${moscow.showDateTime(at)} по Москве`)
