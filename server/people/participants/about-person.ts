import { quoted } from '#shared/platform/text/quoted.ts'

/** Sentences that the portal writes to a participant about a decision, each with its wording about the participant. */
const said: [toHim: RegExp, ofHim: string][] = [
  [/^Вы приняли редакцию (№ \d+)/, 'Редакция $1 принята'],
  [/^Вы отклонили правила/, 'Правила отклонены'],
  [/^Ваш наставник: /, 'Наставник: '],
  [/^Ваш трек — /, 'Трек — '],
  [/(^|\. )Ваш результат — /, '$1Результат — '],
  [/^Вы оценили (\d+) работ[ауы]?/, 'Оценено работ: $1'],
  [/Оценки вашей работы — на странице/, 'Оценки собственной работы — на странице'],
  [/^Вы оценили команду\. Отчёт о вас/, 'Команда оценена. Отчёт'],
  [/^Мест в названных вами треках/, 'Мест в названных треках'],
  [
    /^Никто из выбранных вами наставников не сможет работать с вами/,
    'Никто из выбранных наставников не смог взять участника',
  ],
]

const speaksToHim = /(^|[^а-яё])(вы|вас|вам|вами|ваш[а-яё]*)(?![а-яё])/i

/** A text for a participant, reworded for an organiser. A text that still addresses the participant is quoted. */
export function aboutPerson(told: string): string {
  const words = said.reduce((text, [toHim, ofHim]) => text.replace(toHim, ofHim), told)
  return speaksToHim.test(words) ? `Участнику сказано: ${quoted(told)}` : words
}
