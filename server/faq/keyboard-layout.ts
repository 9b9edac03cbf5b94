const latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/** What was meant by somebody who typed with the Latin layout on: «htubcnhfwbz» → «регистрация»; null where it cannot be. */
export function otherLayout(typed: string): string | null {
  if (/\p{Script=Cyrillic}/u.test(typed) || !/[a-z]/i.test(typed)) return null
  return [...typed.toLowerCase()].map((key) => russian[latin.indexOf(key)] ?? key).join('')
}
