/** How many letters of an ending may follow a word that is not written in Russian letters. */
const maxEnding = 3
const minStem = 3

/**
 * The words of a text that name a person or an employer: any of the given names in any grammatical case, as written in
 * the text, each once. An item of `words` may have several words, like the name of an employer. A short name like «Ли»
 * counts only with a capital.
 */
export function namesIn(text: string, words: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const pattern of words.flatMap(patternsOf))
    for (const [match] of text.matchAll(pattern)) found.set(match.toLowerCase(), match)
  return [...found.values()]
}

/**
 * The text with all these names hidden, for readers who must not know the author. Call `withoutAddresses` before it,
 * because a name may be a part of an address.
 */
export function withoutNames(text: string, words: readonly string[]): string {
  return words.flatMap(patternsOf).reduce((rest, pattern) => rest.replace(pattern, '[скрыто]'), text)
}

function patternsOf(words: string): RegExp[] {
  const all = words.match(/[\p{L}\p{N}]+/gu) ?? []
  const several = /\P{L}/u.test(words.trim().replaceAll('-', ''))
  const apart = all.flatMap((word) => {
    if (several && kindOfPlace.test(word)) return []
    const stem = [...word.replace(/[аеёийоуыьэюя]+$/iu, '')].join('')
    // Short words in a name of several words, such as an employer's, identify nobody.
    if ([...stem].length < minStem) return several ? [] : [...shortPatterns(word), ...inLatin(word)]
    return [declined(word, stem, several), ...fleetingPatterns(word, 'giu'), ...inLatin(word)]
  })
  return [...together(all.filter((word) => !ownership.test(word))), ...apart]
}

/** Common words in names of employers: they identify an employer only together with the rest of the name. */
const kindOfPlace =
  /^(?:управлени|образовани|район|област|центр|развити|отдел|департамент|министерств|администраци|обществ|компани|групп|служб|сет|учреждени|предприяти|организаци)\p{L}{0,3}$/iu

/** A name of several words as a whole, when some of its words alone identify nobody. */
function together(words: readonly string[]): RegExp[] {
  if (words.length < 2 || !words.some((word) => kindOfPlace.test(word))) return []
  const forms = words.map((word) => {
    const stem = word.replace(/[аеёийоуыьэюя]+$/iu, '')
    return stem.length < minStem ? whole(`${letters(word)}\\p{L}?`, 'giu').source : declined(word, stem, true).source
  })
  return [new RegExp(forms.join('[^\\p{L}\\p{N}]{1,3}'), 'giu')]
}

/** The endings of declension: of nouns by their last letter, of adjectives together. */
const hard = 'а|у|ом|ем|ём|е|ы|и|ой|ою|ей|ею|ам|ами|ах|ов|ев|ым|им|ых|их|ыми|ими'
const soft = 'й|я|ю|ем|ём|е|и|ь|ью|ей|ею|ёй|ёю|ев|ям|ями|ях'
const adjective = 'ый|ий|ой|ого|его|ому|ему|ым|им|ом|ем|ая|яя|ую|юю|ою|ею|ей|ое|ее|ые|ие|ых|их|ыми|ими'

/** Names that are also common words: found only with a capital. */
const alsoWords = new Set([
  ...['август', 'вера', 'злата', 'лада', 'лев', 'лилия', 'любовь', 'марк', 'марта', 'мир', 'мира', 'надежда', 'рада'],
  ...['роза', 'роман', 'свет', 'света', 'слава', 'яна'],
])

/** The word in each of its forms, but no other word with the same beginning: «Мария» matches «Марии», not «марте». */
function declined(word: string, stem: string, several: boolean): RegExp {
  const lower = word.toLowerCase()
  const either = alsoWords.has(lower)
  const head = (text: string) => (either ? capital(text) : letters(text))
  const flags = either ? 'gu' : 'giu'
  if (!/^[а-яё]+$/u.test(lower)) return whole(`${letters(stem)}\\p{L}{0,${maxEnding}}`, 'giu')
  const cut = (count: number) => head(word.slice(0, word.length - count))
  const forms: string[] = []
  const ends = (all: string) => (either ? `${all}|${all.toUpperCase()}` : all)
  if (/(?:[ыио]й|[ая]я|[ое]е|[ыи]е)$/u.test(lower)) forms.push(`${cut(2)}(?:${ends(adjective)})`)
  if (/[йьяею]$/u.test(lower)) forms.push(`${cut(1)}(?:${ends(soft)})`)
  // The employer «Управление Заречного района» is also found by «Заречный».
  const oblique = several ? (/(?:[ое]го|[ое]му|[ыи]ми|[ыи][хм])$/u.exec(lower)?.[0] ?? '') : ''
  if (oblique !== '') forms.push(`${cut(oblique.length)}(?:${ends(adjective)})`)
  // «Наталья» and «Наталия» are one name.
  if (/[ьи]я$/u.test(lower)) forms.push(`${cut(2)}[ьиЬИ](?:${ends(soft)})`)
  // «Соловья» is a form of «Соловей», «Журавля» of «Журавель».
  if (/[^аеёийоуыьэюя]ей$/u.test(lower)) forms.push(`${cut(2)}[ьЬ](?:${ends(soft)})`)
  if (!either && /[еёо][^аеёийоуыьэюя]ь$/u.test(lower)) forms.push(`${cut(3)}${word.slice(-2, -1)}(?:${soft})`)
  // A surname has two forms: «Воронцова» and «Воронцов». In the name of an employer a word may be in any case:
  // «Администрация города Томска» is also found by «Томск».
  const bare = several || /(?:[оеё]в|[иы]н)а$/u.test(lower) ? '?' : ''
  if (/[аоуыиэё]$/u.test(lower)) forms.push(`${cut(1)}(?:${ends(`о|${hard}`)})${bare}`)
  if (/[^аеёийоуыьэюя]$/u.test(lower)) forms.push(`${cut(0)}(?:${ends(hard)})?`)
  return whole(`(?:${[head(word), ...forms].join('|')})`, flags)
}

/** The Latin spellings of each letter: in passports, by older rules, and as people write it. */
const latin: Record<string, string> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v|w|ff|f',
    г: 'g|h',
    д: 'd',
    е: 'e|ye|je|ie|yo|o',
    ё: 'e|yo|jo|io|ye|o',
    ж: 'zh|j|z',
    з: 'z|s',
  },
  ...{
    и: 'i|y|ee',
    й: 'y|i|j',
    к: 'k|c|ck',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's|c',
    т: 't',
    у: 'u|ou|oo',
  },
  ...{
    ф: 'f|ph|v',
    х: 'kh|h|x|ch',
    ц: 'ts|c|tz|cz|z',
    ч: 'ch|tch|cz',
    ш: 'sh|sch|s',
    щ: 'shch|sch|sh|stch|shh',
    ъ: '|ie|i',
  },
  ...{ ы: 'y|i', ь: '|y|i|j', э: 'e|a', ю: 'yu|iu|ju|u', я: 'ya|ia|ja|a' },
}

/** A name in Latin letters, «Tsvetkova» or «Cvetkov» for «Цветкова». A short name counts only with a capital. */
function inLatin(word: string): RegExp[] {
  const lower = word.toLowerCase()
  if (!/^[а-яё]{3,}$/u.test(lower)) return []
  const stem = lower.replace(/(?:[иы]й|ая|а|я)$/u, '')
  const [, end = ''] = /((?:[иы]й|ая|а|я))$/u.exec(lower) ?? []
  // «кс» may be a single letter, as in «Alexander».
  const spelled = [...stem.replaceAll('кс', '*')].map((letter) =>
    letter === '*' ? '(?:ks|x|cs)' : `(?:${latin[letter]})`,
  )
  // A surname has two forms: «Petrov» and «Petrova», «Zarechny» and «Zarechnaya».
  const ending = /[иы]й|ая/u.test(end) ? '(?:iy|yy|yi|ii|ij|yj|y|i|aya|aia|aja|ya)' : '(?:ya|ia|ja|a)?'
  const pattern = `${spelled.join('')}${ending}`
  if (lower.length > 4) return [whole(pattern, 'giu')]
  const either = pattern.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
  return [whole(`(?=[A-Z])${either}`, 'gu')]
}

const whole = (pattern: string, flags: string) => new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, flags)

/** A letter ё may be written as е. */
const letters = (text: string) => [...text].map((letter) => (/[её]/i.test(letter) ? '[её]' : letter)).join('')

const afterConsonant = 'а|у|ом|ем|е|ы|и'

/** Forms without the last vowel: «Павла» of «Павел», «Льва» of «Лев», «Бойца» of «Боец». */
function fleetingPatterns(stem: string, flags: string): RegExp[] {
  const [, before = '', last = ''] = /^(.+)[еёояЕЁОЯ]([бвгджзкмнлпрстфхцчшщ])$/iu.exec(stem) ?? []
  if (last === '') return []
  const soft = /[аеёиоуыэюя]$/iu.test(before) ? 'й' : /л$/iu.test(before) ? 'ь?' : ''
  return [whole(`${letters(before)}${soft}${last}(?:${afterConsonant})`, flags)]
}

/** The endings in all cases, by the last letter of the word. */
const shortEndings: Record<string, string> = {
  а: 'а|ы|и|е|у|ой|ою',
  я: 'я|и|е|ю|ей|ёй|ею|ёю',
  й: 'й|я|ю|ем|ём|е|и',
  ь: 'ь|я|ю|ем|ём|е|и',
}

/** Legal forms of organisations, which identify nobody. */
const ownership = /^(?:ооо|оао|зао|пао|нао|ао|ип|ано|гуп|муп|гбу|мбу|кфх|нии|гк|фонд)$/iu

/** A name so short that other words begin like it: matched only in its own forms, and only with a capital. */
function shortPatterns(word: string): RegExp[] {
  if ([...word].length < 2 || /\d/.test(word) || ownership.test(word)) return []
  const last = word.slice(-1).toLowerCase()
  const endings = shortEndings[last]
  const base = endings ? word.slice(0, -1) : word
  const cases = endings ?? (/[еёиоуыэю]/iu.test(last) ? '' : `|${afterConsonant}`)
  const ends = `${cases}${cases === '' ? '' : `|${cases.toUpperCase()}`}`
  return [whole(`${capital(base)}(?:${ends})`, 'gu'), ...fleetingPatterns(word, 'giu')]
}

/** The word with a capital; the other letters may be capital or small. */
function capital(word: string): string {
  const [head = '', ...rest] = word.toLowerCase()
  const either = rest.map((letter) => (/[её]/.test(letter) ? '[ЕЁеё]' : `[${letter.toUpperCase()}${letter}]`)).join('')
  return `${/[её]/.test(head) ? '[ЕЁ]' : head.toUpperCase()}${either}`
}

export const emails = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/**
 * Telephone numbers as people write them: Russian ones with their prefix, without it, without the code of the town, and
 * those of other countries. Digits without separators are usually an amount, unless they begin like a mobile number.
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

/**
 * Pages and names of people in messengers and social networks. A link to a recording is not matched: it shows content,
 * not its author.
 */
export const handles = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}.-])(?:https?:\/\/)?(?:www\.|m\.)?(?:t\.me|telegram\.me|wa\.me|instagram\.com|facebook\.com|fb\.com|linkedin\.com)\/[\w@.\/+?=&-]*[\w\/]`,
    String.raw`(?<![\p{L}\p{N}.-])(?:https?:\/\/)?(?:www\.|m\.)?(?:vk\.com|vk\.ru|ok\.ru)\/(?!video|clip)[\w.\/-]*[\w\/]`,
    String.raw`(?<![\p{L}\p{N}._%+-])@[a-z]\w{3,31}(?![\p{L}\p{N}])`,
  ]
    .map((way) => `(?:${way})`)
    .join('|'),
  'giu',
)

/** The text without e-mail addresses, telephone numbers and names in social networks. */
export const withoutAddresses = (text: string): string =>
  [emails, phones, handles].reduce((rest, pattern) => rest.replace(pattern, '[скрыто]'), text)
