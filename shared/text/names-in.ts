/** Endings that a Russian surname or a name of an organisation may change by case. */
const maxEnding = 3
const minStem = 3

/**
 * The words of a text that name somebody: any of the given words in any case, as they stand in the text, each once. A
 * word of fewer than three letters names nobody. `words` may hold several words each, such as the name of an employer.
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
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    const stem = [...word.replace(/[аеёийоуыьэюя]+$/iu, '')].join('')
    if ([...stem].length < minStem) return []
    // A letter ё may be written as е. The longest ending is short, so that «Иван» is not found in «Ивановский».
    const letters = [...stem].map((letter) => (/[её]/i.test(letter) ? '[её]' : letter)).join('')
    return [new RegExp(`(?<![\\p{L}\\p{N}])${letters}\\p{L}{0,${maxEnding}}(?![\\p{L}\\p{N}])`, 'giu')]
  })
}

export const emails = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
export const phones = /(?<!\d)(?:\+7|8|7)[\s(-]*\d{3}[\s)-]*\d{3}[\s-]*\d{2}[\s-]*\d{2}(?!\d)/g

/** The text without addresses of e-mail and telephone numbers. */
export const withoutAddresses = (text: string): string => text.replace(emails, '[скрыто]').replace(phones, '[скрыто]')
