const month = '(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)(?![а-яё])'
const day = `(?:\\d{1,2} ${month}(?: \\d{4})?(?: года)?|\\d\\d\\.\\d\\d\\.\\d{4})`
const time = '(?:в )?\\d{1,2}:\\d\\d(?: (?:по Москве|на площадке|МСК|мск))?'
const weekday = '(?:, [а-яё]+)?'

const part = new RegExp(`(${day}|${time})`)
const whole = new RegExp(`(${day}(?:${weekday},? ${time})?|${time})`)

/** The words, and at every second place a moment: «12 декабря в 10:00», «12.12.2026, среда, 10:00 по Москве». */
export const atMoments = (text: string): string[] => text.split(whole)

/**
 * The words of a moment, and at every second place an unbreakable part: a number with its month, a time with its clock.
 */
export const atParts = (moment: string): string[] => moment.split(part)
