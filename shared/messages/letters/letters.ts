import { quoted } from '#shared/platform/text/quoted.ts'

/**
 * The text of a letter, with placeholders in braces. Its title is also the subject and the title of the notification.
 */
export interface LetterText {
  title: string
  text: string
}

export const maxLetterTitle = 120
export const maxLetterText = 2000

/** The placeholders of a letter, each with its meaning and an example. */
export const letterPlaces = {
  имя: { means: 'имя того, кто читает', example: 'Мария' },
  этап: { means: 'название этапа', example: 'Эссе' },
  конкурс: { means: 'название конкурса', example: 'Лидеры России' },
  квитанция: { means: 'номер квитанции', example: '2026-0000123' },
  принято: { means: 'день и время, когда работа принята', example: '12.11.2026 14:05' },
  решение: {
    means: 'что решено об этом человеке и почему',
    example: 'Ваш итог — 87, место 12 из 340. Вы проходите дальше.',
  },
  срок: { means: 'день и время, когда этап закроется', example: '12.11.2026 23:59' },
} as const
export type LetterPlace = keyof typeof letterPlaces

interface Letter {
  name: string
  /** When it is sent. */
  when: string
  /** What the portal adds by itself, if anything. */
  adds?: string
  inTitle: readonly LetterPlace[]
  inText: readonly LetterPlace[]
  /** The placeholder without which the letter would not state its news. */
  needed: LetterPlace
  /** Replaces usual examples that do not fit this letter. */
  example?: Partial<Record<LetterPlace, string>>
  usual: LetterText
}

const aboutStage: readonly LetterPlace[] = ['этап', 'конкурс']
const outcome = (name: string, when: string, title: string, decision: string): Letter => ({
  name,
  when,
  inTitle: aboutStage,
  inText: ['имя', ...aboutStage, 'решение'],
  needed: 'решение',
  example: { решение: decision },
  usual: { title, text: '{решение}' },
})

/** The portal's letters whose text organisers may change. */
export const letters = {
  receipt: {
    name: 'Работа принята',
    when: 'Сразу после сдачи',
    adds: 'Если работу сдал сам портал, он скажет об этом в начале. Пока решения нет, в конце стоит: «О решении мы сообщим.»',
    inTitle: aboutStage,
    inText: ['имя', ...aboutStage, 'квитанция', 'принято'],
    needed: 'квитанция',
    usual: {
      title: 'Принято: «{этап}»',
      text: 'Номер квитанции — {квитанция}, принято {принято} по Москве.',
    },
  },
  returned: outcome(
    'Работа возвращена',
    'Когда работу вернули на доработку',
    'Этап «{этап}» возвращён на доработку',
    'Добавьте пример из своей практики.',
  ),
  passed: outcome(
    'Этап пройден',
    'Когда решение опубликовано',
    'Этап «{этап}» пройден',
    'Ваш итог — 87, место 12 из 340. Вы проходите дальше.',
  ),
  failed: outcome(
    'Этап не пройден',
    'Когда решение опубликовано',
    'Этап «{этап}» не пройден',
    'Ваш итог — 52, место 210 из 340. В этот раз дальше проходят другие участники.',
  ),
  deadline: {
    name: 'Скоро конец этапа',
    when: 'За сутки до конца, тем, кто ещё не сдал',
    inTitle: [...aboutStage, 'срок'],
    inText: ['имя', ...aboutStage, 'срок'],
    needed: 'срок',
    usual: {
      title: 'Этап «{этап}» закроется {срок} по Москве',
      text: 'Этап «{этап}» конкурса «{конкурс}» закроется {срок} по Москве, а вы его ещё не завершили. Позже это сделать не получится.',
    },
  },
} satisfies Record<string, Letter>

export type LetterName = keyof typeof letters
export const letterNames = Object.keys(letters) as LetterName[]
export const letterOf = (name: LetterName): Letter => letters[name]

/** Example values, for the preview of a letter. */
export const exampleOf = (name: LetterName, competition: string): Record<LetterPlace, string> => ({
  ...(Object.fromEntries(Object.entries(letterPlaces).map(([place, { example }]) => [place, example])) as Record<
    LetterPlace,
    string
  >),
  ...letterOf(name).example,
  конкурс: competition,
})

/** The letters for which a competition has its own text. */
export type OwnLetters = Partial<Record<LetterName, LetterText>>

export const letterText = (own: OwnLetters, name: LetterName): LetterText => own[name] ?? letters[name].usual

const places = /«\{([^{}]*)\}»|\{([^{}]*)\}/g

/**
 * The text with values for its placeholders. In a placeholder within «ёлочки» the quotation marks of the value become
 * „лапки“.
 */
export const filled = (words: string, values: Partial<Record<LetterPlace, string>>): string =>
  words.replace(places, (all, inQuotes: string | undefined, plain: string | undefined) => {
    const value = values[(inQuotes ?? plain) as LetterPlace]
    if (value === undefined) return all
    return inQuotes === undefined ? value : quoted(value)
  })

const placesIn = (words: string): string[] => [...words.matchAll(places)].map(([, one, other]) => one ?? other ?? '')

export const addresses = ({ text }: LetterText): boolean => placesIn(text).includes('имя' satisfies LetterPlace)

/** What is wrong with the text of a letter, by its field. */
export function letterFaults(name: LetterName, { title, text }: LetterText): { title?: string; text?: string } {
  const { inTitle, inText, needed } = letterOf(name)
  const strange = (words: string, known: readonly string[]) => placesIn(words).find((place) => !known.includes(place))
  const inBraces = (place: string) =>
    `В этом месте нельзя написать {${place}}: портал не знает, что поставить вместо него`
  const [oddTitle, oddText] = [strange(title, inTitle), strange(text, inText)]
  const titleFault =
    title.trim() === ''
      ? 'Напишите тему'
      : title.length > maxLetterTitle
        ? 'Тема слишком длинная'
        : oddTitle === undefined
          ? undefined
          : inBraces(oddTitle)
  const textFault =
    text.trim() === ''
      ? 'Напишите текст'
      : text.length > maxLetterText
        ? 'Текст слишком длинный'
        : oddText !== undefined
          ? inBraces(oddText)
          : placesIn(text).includes(needed)
            ? undefined
            : `Оставьте в тексте {${needed}} — ${letterPlaces[needed].means}`
  return { ...(titleFault && { title: titleFault }), ...(textFault && { text: textFault }) }
}
