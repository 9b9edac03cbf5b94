const latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/** The text typed with the wrong (Latin) layout: «htubcnhfwbz» → «регистрация»; null when that is not possible. */
export function otherLayout(typed: string): string | null {
  if (/\p{Script=Cyrillic}/u.test(typed) || !/[a-z]/i.test(typed)) return null
  return [...typed.toLowerCase()].map((key) => russian[latin.indexOf(key)] ?? key).join('')
}
