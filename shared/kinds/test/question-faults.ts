import type { Question, QuestionKey, SimpleKey, SimpleQuestion } from './question.ts'

/** What is wrong with a question and its key together, each fault in a sentence that names the place. */
export function questionFaults(question: Question, key: QuestionKey): string[] {
  const own = textFaults(question)
  if (question.kind !== 'case' || key.kind !== 'case') {
    if (question.kind === 'case' || key.kind === 'case') return [...own, 'Ключ от вопроса другого вида']
    return [...own, ...simpleFaults(question, key)]
  }
  const ids = question.parts.map(({ id }) => id)
  return [
    ...own,
    ...repeated(ids).map((id) => `Часть «${id}» повторяется`),
    ...Object.keys(key.parts).flatMap((id) =>
      ids.includes(id) ? [] : [`В ключе есть часть «${id}», в вопросе её нет`],
    ),
    ...question.parts.flatMap(({ id, question: part }) => {
      const partKey = Object.hasOwn(key.parts, id) ? key.parts[id] : undefined
      const faults = [...textFaults(part), ...(partKey ? simpleFaults(part, partKey) : ['Нет ключа'])]
      return faults.map((fault) => `Часть «${id}»: ${fault}`)
    }),
  ]
}

function textFaults({ text, picture, picture_words: words }: Question): string[] {
  return [
    ...(text.trim() === '' ? ['Нет текста вопроса'] : []),
    ...formulaFaults('Текст вопроса', text),
    ...(picture !== undefined && (words ?? '').trim() === ''
      ? ['Опишите картинку словами для тех, кто её не видит']
      : []),
  ]
}

/** Formulas are between dollar signs, so the signs come in pairs; `\$` is the sign itself. */
const formulaFaults = (place: string, text: string) =>
  text.replaceAll('\\$', '').split('$').length % 2 === 1 ? [] : [`${place}: формула начата знаком «$» и не закончена`]

function simpleFaults(question: SimpleQuestion, key: SimpleKey): string[] {
  if (question.kind === 'single' && key.kind === 'single')
    return [
      ...namedFaults('Вариант', question.options),
      ...unknown([key.option], question.options).map((id) => `В ключе вариант «${id}», в вопросе его нет`),
    ]
  if (question.kind === 'multiple' && key.kind === 'multiple')
    return [
      ...namedFaults('Вариант', question.options),
      ...(key.options.length === 0 ? ['В ключе нет ни одного верного варианта'] : []),
      ...repeated(key.options).map((id) => `В ключе вариант «${id}» повторяется`),
      ...unknown(key.options, question.options).map((id) => `В ключе вариант «${id}», в вопросе его нет`),
    ]
  if (question.kind === 'order' && key.kind === 'order')
    return [
      ...namedFaults('Элемент', question.items),
      ...repeated(key.items).map((id) => `В ключе элемент «${id}» повторяется`),
      ...unknown(key.items, question.items).map((id) => `В ключе элемент «${id}», в вопросе его нет`),
      ...question.items.flatMap(({ id }) => (key.items.includes(id) ? [] : [`В ключе нет места элемента «${id}»`])),
    ]
  if (question.kind === 'match' && key.kind === 'match')
    return [
      ...namedFaults('Слева', question.left),
      ...namedFaults('Справа', question.right),
      ...arrowFaults([...question.left, ...question.right]),
      ...question.left.flatMap(({ id }) => (Object.hasOwn(key.pairs, id) ? [] : [`В ключе нет пары для «${id}»`])),
      ...unknown(Object.keys(key.pairs), question.left).map((id) => `В ключе слева «${id}», в вопросе его нет`),
      ...unknown(Object.values(key.pairs), question.right).map((id) => `В ключе справа «${id}», в вопросе его нет`),
    ]
  if (question.kind === 'number' && key.kind === 'number') return []
  if (question.kind === 'short' && key.kind === 'short')
    return [
      ...(key.texts.some((text) => text.trim() === '') ? ['В ключе есть пустой ответ'] : []),
      ...key.texts.flatMap((text) => lineFaults('Ключ', text)),
    ]
  return ['Ключ от вопроса другого вида']
}

const namedFaults = (place: string, all: readonly { id: string; text: string }[]) => [
  ...repeated(all.map(({ id }) => id)).map((id) => `${place} «${id}» повторяется`),
  ...repeated(all.map(({ text }) => text.trim())).map((text) => `${place}: «${text}» — дважды`),
  ...all.flatMap(({ id, text }) => [
    ...(text.trim() === '' ? [`${place} «${id}»: нет текста`] : []),
    ...lineFaults(`${place} «${id}»`, text),
    ...formulaFaults(`${place} «${id}»`, text),
  ]),
]

/** In a table each text has a line of its own, so it cannot contain a line break. */
const lineFaults = (place: string, text: string) =>
  /[\r\n]/.test(text.trim()) ? [`${place}: текст пишут в одну строку`] : []

/** In a table «=>» separates the sides of a pair. */
const arrowFaults = (all: readonly { id: string; text: string }[]) =>
  all.flatMap(({ id, text }) => (text.includes('=>') ? [`Пара «${id}»: знака «=>» в тексте быть не может`] : []))

const repeated = (all: readonly string[]) => [...new Set(all.filter((one, at) => one !== '' && all.indexOf(one) < at))]

const unknown = (used: readonly string[], known: readonly { id: string }[]) =>
  [...new Set(used)].filter((id) => !known.some((one) => one.id === id))
