import type { Letters } from './rule.ts'

/** The placeholders of a letter, for the recipient's own numbers. */
export const letterWords = ['балл', 'место', 'всего', 'номер'] as const
type LetterWord = (typeof letterWords)[number]

export const usualLetters: Letters = {
  passed: 'Ваш итог — {балл}, место {место} из {всего}. Вы проходите дальше. Поздравляем!',
  waiting:
    'Ваш итог — {балл}, место {место} из {всего}. Вы в списке ожидания, ваш номер — {номер}. Если место освободится, мы напишем.',
  failed:
    'Ваш итог — {балл}, место {место} из {всего}. В этот раз дальше проходят другие участники. Спасибо за вашу работу.',
}

/** Unknown placeholders of a letter: a letter with them is not sent. */
export function unknownPlaceholders(text: string, outcome: keyof Letters): string[] {
  const known = letterWords.filter((word) => word !== 'номер' || outcome === 'waiting')
  return [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, word = '']) => word)
    .filter((word) => !(known as readonly string[]).includes(word))
}

/** The letter of one person. */
export const filledLetter = (text: string, values: Record<LetterWord, string>): string =>
  text.replace(/\{(балл|место|всего|номер)\}/g, (_all, word: LetterWord) => values[word])

/** A score as people read it. */
export const inPoints = (score: number): string => String(score).replace('.', ',').replace('-', '−')
