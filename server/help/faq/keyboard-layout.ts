const latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/** The Russian text that was typed in the Latin layout: «htubcnhfwbz» → «регистрация»; null when that is impossible. */
export function otherLayout(typed: string): string | null {
  if (/\p{Script=Cyrillic}/u.test(typed) || !/[a-z]/i.test(typed)) return null
  return [...typed.toLowerCase()].map((key) => russian[latin.indexOf(key)] ?? key).join('')
}
