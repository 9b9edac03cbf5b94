import type { Question, QuestionKey } from '#shared/kinds/test/question.ts'

export interface DemoQuestion {
  code: string
  topic: string
  difficulty: number
  body: Question
  key: QuestionKey
}

const people = 'Руководство людьми'
const state = 'Государственное управление'
const named = (...texts: string[]) => texts.map((text, at) => ({ id: 'abcdefgh'[at] ?? 'z', text }))

const single = (text: string, options: string[], right: number) => ({
  body: { kind: 'single' as const, text, options: named(...options) },
  key: { kind: 'single' as const, option: 'abcdefgh'[right] ?? 'a' },
})
const multiple = (text: string, options: string[], right: string[]) => ({
  body: { kind: 'multiple' as const, text, options: named(...options) },
  key: { kind: 'multiple' as const, options: right, partial: true },
})
const number = (text: string, value: number, unit: string) => ({
  body: { kind: 'number' as const, text, unit },
  key: { kind: 'number' as const, value, tolerance: 0 },
})

/** A small bank with every kind of question. */
export const demoQuestions: DemoQuestion[] = [
  {
    ...{ code: 'feedback', topic: people, difficulty: 1 },
    ...single(
      'Сотрудник впервые сорвал срок. С чего руководителю лучше начать разговор?',
      [
        'С объявления взыскания',
        'С вопроса о том, что помешало, наедине',
        'С разбора ошибки при всём отделе',
        'С передачи задачи другому без объяснений',
      ],
      1,
    ),
  },
  {
    ...{ code: 'delegate', topic: people, difficulty: 2 },
    ...multiple(
      'Что нужно назвать, когда поручаешь задачу?',
      ['Ожидаемый результат', 'Срок', 'Личное отношение к исполнителю', 'Полномочия и ресурсы'],
      ['a', 'b', 'd'],
    ),
  },
  {
    ...{ code: 'pairs', topic: people, difficulty: 3 },
    ...number(
      'В команде 7 человек, и каждый говорит с каждым. Сколько это пар? Подсказка: $\\frac{n(n-1)}{2}$.',
      21,
      'пар',
    ),
  },
  {
    code: 'conflict',
    topic: people,
    difficulty: 3,
    body: {
      kind: 'order',
      text: 'Расставьте шаги, которыми руководитель разбирает конфликт двух сотрудников.',
      items: named(
        'Выслушать каждого по отдельности',
        'Собрать обоих и назвать общую цель',
        'Договориться о решении и сроке',
        'Проверить, как выполняется договорённость',
      ),
    },
    key: { kind: 'order', items: ['a', 'b', 'c', 'd'], partial: true },
  },
  {
    code: 'motives',
    topic: people,
    difficulty: 2,
    body: {
      kind: 'match',
      text: 'Соедините уровень пирамиды Маслоу с примером на работе.',
      left: named('Безопасность', 'Принадлежность', 'Признание'),
      right: named('Дружная команда', 'Постоянный договор', 'Благодарность при коллегах'),
    },
    key: { kind: 'match', pairs: { a: 'b', b: 'a', c: 'c' }, partial: true },
  },
  {
    code: 'smart',
    topic: people,
    difficulty: 2,
    body: { kind: 'short', text: 'Буква T в правиле постановки целей SMART — «ограниченная во …». Допишите слово.' },
    key: { kind: 'short', texts: ['времени'] },
  },
  {
    ...{ code: 'parliament', topic: state, difficulty: 1 },
    ...single(
      'Из скольких палат состоит Федеральное Собрание Российской Федерации?',
      ['Из одной', 'Из двух', 'Из трёх'],
      1,
    ),
  },
  {
    ...{ code: 'appeals', topic: state, difficulty: 2 },
    ...number(
      'За сколько дней по общему правилу рассматривают письменное обращение гражданина после регистрации?',
      30,
      'дней',
    ),
  },
  {
    ...{ code: 'budget', topic: state, difficulty: 3 },
    ...multiple(
      'Из чего состоит бюджетная система Российской Федерации?',
      ['Федеральный бюджет', 'Бюджеты субъектов', 'Местные бюджеты', 'Бюджеты акционерных обществ'],
      ['a', 'b', 'c'],
    ),
  },
  {
    code: 'powers',
    topic: state,
    difficulty: 2,
    body: {
      kind: 'match',
      text: 'Соедините орган с ветвью власти.',
      left: named('Государственная Дума', 'Правительство', 'Верховный Суд'),
      right: named('Исполнительная', 'Судебная', 'Законодательная'),
    },
    key: { kind: 'match', pairs: { a: 'c', b: 'a', c: 'b' }, partial: true },
  },
  {
    code: 'law',
    topic: state,
    difficulty: 4,
    body: {
      kind: 'order',
      text: 'Расставьте этапы принятия федерального закона.',
      items: named(
        'Внесение проекта в Государственную Думу',
        'Принятие Государственной Думой',
        'Рассмотрение Советом Федерации',
        'Подписание Президентом',
      ),
    },
    key: { kind: 'order', items: ['a', 'b', 'c', 'd'], partial: true },
  },
  {
    code: 'queue',
    topic: state,
    difficulty: 4,
    body: {
      kind: 'case',
      text: 'В центр госуслуг за день приходят 240 человек, работают 8 окон по 10 часов. Жители жалуются на очередь утром: до 11 часов приходит половина посетителей.',
      parts: [
        {
          id: 'p1',
          question: { kind: 'number', text: 'Сколько человек в среднем принимает одно окно за час?', unit: 'чел.' },
        },
        {
          id: 'p2',
          question: {
            kind: 'single',
            text: 'Какая мера быстрее всего уменьшит утреннюю очередь без новых сотрудников?',
            options: named('Предварительная запись по часам', 'Ремонт зала', 'Новая вывеска'),
          },
        },
      ],
    },
    key: {
      kind: 'case',
      parts: { p1: { kind: 'number', value: 3, tolerance: 0 }, p2: { kind: 'single', option: 'a' } },
    },
  },
]

/** All twelve questions in two sections. */
export const demoTestSettings = {
  minutes: 40,
  sections: [
    { title: people, draws: [{ topic: people, difficulty: null, count: 6, points: 1 }] },
    { title: state, draws: [{ topic: state, difficulty: null, count: 6, points: 1 }] },
  ],
}
