/** Endings that a Russian surname or a name of an organisation may change by case. */
const maxEnding = 3
const minStem = 3

/**
 * The words of a text that name somebody: any of the given words in any case, as they stand in the text, each once. `words`
 * may hold several words each, such as the name of an employer. A name as short as «Ли» counts where it begins with a capital.
 */
export function namesIn(text: string, words: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const pattern of words.flatMap(patternsOf))
    for (const [match] of text.matchAll(pattern)) found.set(match.toLowerCase(), match)
  return [...found.values()]
}

/** The text with every such word taken out, as those read it who must not know the author. */
export function withoutNames(text: string, words: readonly string[]): string {
  return words.flatMap(patternsOf).reduce((rest, pattern) => rest.replace(pattern, '[скрыто]'), text)
}

function patternsOf(words: string): RegExp[] {
  const all = words.match(/[\p{L}\p{N}]+/gu) ?? []
  return all.flatMap((word) => {
    const stem = [...word.replace(/[аеёийоуыьэюя]+$/iu, '')].join('')
    // Of a name of several words, such as that of an employer, the short ones say nothing.
    if ([...stem].length < minStem) return /\P{L}/u.test(words.trim().replaceAll('-', '')) ? [] : shortPatterns(word)
    // The longest ending is short, so that «Иван» is not found in «Ивановский».
    return [whole(`${letters(stem)}\\p{L}{0,${maxEnding}}`, 'giu'), ...fleetingPatterns(stem, 'giu')]
  })
}

const whole = (pattern: string, flags: string) => new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, flags)

/** A letter ё may be written as е. */
const letters = (text: string) => [...text].map((letter) => (/[её]/i.test(letter) ? '[её]' : letter)).join('')

const afterConsonant = 'а|у|ом|ем|е|ы|и'

/** «Павла» of «Павел», «Льва» of «Лев», «Бойца» of «Боец»: the last vowel is not in every form. */
function fleetingPatterns(stem: string, flags: string): RegExp[] {
  const [, before = '', last = ''] = /^(.+)[еёояЕЁОЯ]([бвгджзкмнлпрстфхцчшщ])$/iu.exec(stem) ?? []
  if (last === '') return []
  const soft = /[аеёиоуыэюя]$/iu.test(before) ? 'й' : /л$/iu.test(before) ? 'ь?' : ''
  return [whole(`${letters(before)}${soft}${last}(?:${afterConsonant})`, flags)]
}

/** How a word of this last letter ends in each case. */
const shortEndings: Record<string, string> = {
  а: 'а|ы|и|е|у|ой|ою',
  я: 'я|и|е|ю|ей|ёй|ею|ёю',
  й: 'й|я|ю|ем|ём|е|и',
  ь: 'ь|я|ю|ем|ём|е|и',
}

/** Forms of ownership, which name nobody. */
const ownership = /^(?:ооо|оао|зао|пао|нао|ао|ип|ано|гуп|муп|гбу|мбу|кфх|нии|гк|фонд)$/iu

/** A name of so few letters that other words begin like it: only its own forms, and only with a capital. */
function shortPatterns(word: string): RegExp[] {
  if ([...word].length < 2 || /\d/.test(word) || ownership.test(word)) return []
  const last = word.slice(-1).toLowerCase()
  const endings = shortEndings[last]
  const base = endings ? word.slice(0, -1) : word
  const cases = endings ?? (/[еёиоуыэю]/iu.test(last) ? '' : `|${afterConsonant}`)
  const [head = '', ...rest] = base.toLowerCase()
  const either = rest.map((letter) => (/[её]/.test(letter) ? '[ЕЁеё]' : `[${letter.toUpperCase()}${letter}]`)).join('')
  const first = /[её]/.test(head) ? '[ЕЁ]' : head.toUpperCase()
  const ends = `${cases}${cases === '' ? '' : `|${cases.toUpperCase()}`}`
  return [whole(`${first}${either}(?:${ends})`, 'gu'), ...fleetingPatterns(word, 'giu')]
}

export const emails = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/**
 * Telephone numbers as people write them: Russian ones with their prefix, without it, without the code of the town, and those
 * of other countries. A bare row of digits is more often an amount, unless it begins like a number of a mobile telephone.
 */
export const phones = new RegExp(
  `(?<![\\d-])(?:${[
    String.raw`(?:\+7|8|7)[\s(-]*\d{3}[\s)-]*\d{3}[\s-]*\d{2}[\s-]*\d{2}`,
    String.raw`(?:\+|00)[1-9](?:[\s()-]{0,2}\d){8,13}`,
    String.raw`\(?\d{3}\)?[\s-]\d{3}[\s-]\d{2}[\s-]\d{2}`,
    String.raw`9\d{9}`,
    String.raw`\d{3}-\d{2}-\d{2}`,
  ].join('|')})(?![\\d-]*\\d)`,
  'g',
)

/** The text without addresses of e-mail and telephone numbers. */
export const withoutAddresses = (text: string): string => text.replace(emails, '[скрыто]').replace(phones, '[скрыто]')
