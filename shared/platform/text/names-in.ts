/** How many letters of an ending may follow a word that is not written in Russian letters. */
const maxEnding = 3
const minStem = 3

/**
 * The words of a text that name a person or an employer: any of the given names in any grammatical case, as written in
 * the text, each once. An item of `words` may have several words, like the name of an employer. A short name like «Ли»
 * counts only with a capital.
 */
export function namesIn(text: string, words: readonly string[]): string[] {
  const { together, isName } = searchFor(words)
  const found = new Map<string, string>()
  for (const pattern of together) for (const [match] of text.matchAll(pattern)) found.set(match.toLowerCase(), match)
  for (const word of new Set(text.match(eachWord))) if (isName(word)) found.set(word.toLowerCase(), word)
  return [...found.values()]
}

/**
 * The text with all these names hidden, for readers who must not know the author. Call `withoutAddresses` before it,
 * because a name may be a part of an address.
 */
export function withoutNames(text: string, words: readonly string[]): string {
  const { together, isName } = searchFor(words)
  const rest = together.reduce((rest, pattern) => rest.replace(pattern, hidden), text)
  const known = new Map<string, string>()
  return rest.replace(eachWord, (word) => {
    const shown = known.get(word) ?? (isName(word) ? hidden : word)
    known.set(word, shown)
    return shown
  })
}

const hidden = '[скрыто]'
const eachWord = /[\p{L}\p{N}]+/gu

/** The ways in which names may be written, as parts of patterns. */
interface Forms {
  /** Names of several words. */
  together: string[]
  /** In any letters, and with a capital only. */
  any: string[]
  capital: string[]
}

interface Search {
  together: RegExp[]
  isName(word: string): boolean
}

/** By the list of words, because the lines of a work are read one after another. */
const searches = new WeakMap<readonly string[], Search>()

/**
 * What to look for. A name of one word is compared with each different word of the text once, because a text may be long
 * and a team has many names.
 */
function searchFor(words: readonly string[]): Search {
  const known = searches.get(words)
  if (known) return known
  const all = withinReason(words).map(formsOf)
  const oneOf = (which: keyof Forms) => [...new Set(all.flatMap((forms) => forms[which]))].join('|')
  const [several, any, capital] = [oneOf('together'), oneOf('any'), oneOf('capital')]
  const anyLetters = new RegExp(`^(?:${any})$`, 'iu')
  const withCapital = new RegExp(`^(?:${capital})$`, 'u')
  const search = {
    together: several === '' ? [] : [new RegExp(`(?<![\\p{L}\\p{N}])(?:${several})(?![\\p{L}\\p{N}])`, 'giu')],
    isName: (word: string) => anyLetters.test(word) || withCapital.test(word),
  }
  searches.set(words, search)
  return search
}

/**
 * Characters of all names together; each is at most as long as the name of an employer. People write employers in a
 * field of free text. Short names are kept first, because nobody may be shown through the long ones of others.
 */
const maxSearched = 5000
const maxName = 300

function withinReason(words: readonly string[]): string[] {
  let left = maxSearched
  const inOrder = [...new Set(words)].sort((one, other) => one.length - other.length)
  return inOrder
    .filter((word) => {
      left -= Math.min(word.length, maxName)
      return left >= 0
    })
    .map((word) => word.slice(0, maxName))
}

function formsOf(words: string): Forms {
  const forms: Forms = { together: [], any: [], capital: [] }
  const all = words.match(/[\p{L}\p{N}]+/gu) ?? []
  const several = /\P{L}/u.test(words.trim().replaceAll('-', ''))
  for (const word of all) {
    if (several && kindOfPlace.test(word)) continue
    const stem = stemOf(word)
    if (stem.length >= minStem) addDeclined(forms, word, stem, several)
    // Short words in a name of several words, such as an employer's, identify nobody.
    else if (!several) addShort(forms, word)
    else continue
    addLatin(forms, word)
  }
  addTogether(
    forms,
    all.filter((word) => !ownership.test(word)),
  )
  return forms
}

/** The word without the vowels of its ending. */
const stemOf = (word: string) => word.replace(/(?<![аеёийоуыьэюя])[аеёийоуыьэюя]+$/iu, '')

/** Common words in names of employers: they identify an employer only together with the rest of the name. */
const kindOfPlace =
  /^(?:управлени|образовани|район|област|центр|развити|отдел|департамент|министерств|администраци|обществ|компани|групп|служб|сет|учреждени|предприяти|организаци)\p{L}{0,3}$/iu

/** A name of several words as a whole, when some of its words alone identify nobody. */
function addTogether({ together }: Forms, words: readonly string[]): void {
  if (words.length < 2 || !words.some((word) => kindOfPlace.test(word))) return
  const each = words.map((word) => {
    const stem = stemOf(word)
    return stem.length < minStem ? `${letters(word)}\\p{L}?` : declined(word, stem, true)
  })
  together.push(each.join('[^\\p{L}\\p{N}]{1,3}'))
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
function addDeclined({ any, capital }: Forms, word: string, stem: string, several: boolean): void {
  const either = alsoWords.has(word.toLowerCase())
  ;(either ? capital : any).push(declined(word, stem, several))
  any.push(...fleeting(word))
}

function declined(word: string, stem: string, several: boolean): string {
  const lower = word.toLowerCase()
  const either = alsoWords.has(lower)
  const head = (text: string) => (either ? capital(text) : letters(text))
  if (!/^[а-яё]+$/u.test(lower)) return `${letters(stem)}\\p{L}{0,${maxEnding}}`
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
  return `(?:${[head(word), ...forms].join('|')})`
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
function addLatin({ any, capital }: Forms, word: string): void {
  const lower = word.toLowerCase()
  if (!/^[а-яё]{3,}$/u.test(lower)) return
  const stem = lower.replace(/(?:[иы]й|ая|а|я)$/u, '')
  const [, end = ''] = /((?:[иы]й|ая|а|я))$/u.exec(lower) ?? []
  // «кс» may be a single letter, as in «Alexander».
  const spelled = [...stem.replaceAll('кс', '*')].map((letter) =>
    letter === '*' ? '(?:ks|x|cs)' : `(?:${latin[letter]})`,
  )
  // A surname has two forms: «Petrov» and «Petrova», «Zarechny» and «Zarechnaya».
  const ending = /[иы]й|ая/u.test(end) ? '(?:iy|yy|yi|ii|ij|yj|y|i|aya|aia|aja|ya)' : '(?:ya|ia|ja|a)?'
  const pattern = `${spelled.join('')}${ending}`
  if (lower.length > 4) any.push(pattern)
  else capital.push(`(?=[A-Z])${pattern.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)}`)
}

/** A letter ё may be written as е. */
const letters = (text: string) => [...text].map((letter) => (/[её]/i.test(letter) ? '[её]' : letter)).join('')

const afterConsonant = 'а|у|ом|ем|е|ы|и'

/** Forms without the last vowel: «Павла» of «Павел», «Льва» of «Лев», «Бойца» of «Боец». */
function fleeting(stem: string): string[] {
  const [, before = '', last = ''] = /^(.+)[еёояЕЁОЯ]([бвгджзкмнлпрстфхцчшщ])$/iu.exec(stem) ?? []
  if (last === '') return []
  const soft = /[аеёиоуыэюя]$/iu.test(before) ? 'й' : /л$/iu.test(before) ? 'ь?' : ''
  return [`${letters(before)}${soft}${last}(?:${afterConsonant})`]
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
function addShort(forms: Forms, word: string): void {
  if ([...word].length < 2 || /\d/.test(word) || ownership.test(word)) return
  const last = word.slice(-1).toLowerCase()
  const endings = shortEndings[last]
  const base = endings ? word.slice(0, -1) : word
  const cases = endings ?? (/[еёиоуыэю]/iu.test(last) ? '' : `|${afterConsonant}`)
  const ends = `${cases}${cases === '' ? '' : `|${cases.toUpperCase()}`}`
  forms.capital.push(`${capital(base)}(?:${ends})`)
  forms.any.push(...fleeting(word))
}

/** The word with a capital; the other letters may be capital or small. */
function capital(word: string): string {
  const [head = '', ...rest] = word.toLowerCase()
  const either = rest.map((letter) => (/[её]/.test(letter) ? '[ЕЁеё]' : `[${letter.toUpperCase()}${letter}]`)).join('')
  return `${/[её]/.test(head) ? '[ЕЁ]' : head.toUpperCase()}${either}`
}

/**
 * Each run of characters that an address may begin with, and its domain when it has one. The domain is optional, so that
 * a run without one is not tried again from each of its characters.
 */
const runs = /[\p{L}\p{N}._%+-]+(@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)?/gu

export const emailsIn = (text: string): string[] =>
  [...text.matchAll(runs)].flatMap(([run, domain]) => (domain === undefined ? [] : [run]))

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
  [phones, handles].reduce(
    (rest, pattern) => rest.replace(pattern, hidden),
    text.replace(runs, (run, domain?: string) => (domain === undefined ? run : hidden)),
  )
