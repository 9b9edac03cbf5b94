/** The signs by which two accounts look alike. */
export const signWords = {
  name: 'одно имя и день рождения',
  phone: 'телефон раньше был у другой записи',
  passport: 'заявка с документом другой записи',
  snils: 'заявка со СНИЛС другой записи',
}

const capital = (words: string) => words.charAt(0).toLocaleUpperCase('ru') + words.slice(1)

export const signsInWords = (signs: readonly (keyof typeof signWords)[]): string =>
  signs.length === 0 ? 'Общих признаков нет' : capital(signs.map((sign) => signWords[sign]).join(', '))
