import { expect, test } from 'vitest'
import type { Question, QuestionKey } from './question.ts'
import { questionFaults } from './question-faults.ts'

const options = [
  { id: 'a', text: 'Да' },
  { id: 'b', text: 'Нет' },
]
const single: Question = { kind: 'single', text: 'Сколько будет $2^2$?', options }

test('a complete question of every kind has no fault', () => {
  const whole: [Question, QuestionKey][] = [
    [single, { kind: 'single', option: 'a' }],
    [
      { kind: 'multiple', text: '?', options },
      { kind: 'multiple', options: ['a', 'b'], partial: true },
    ],
    [
      { kind: 'number', text: '?', unit: 'м' },
      { kind: 'number', value: 1.5, tolerance: 0.1 },
    ],
    [
      { kind: 'order', text: '?', items: options },
      { kind: 'order', items: ['b', 'a'], partial: false },
    ],
    [
      { kind: 'match', text: '?', left: options, right: options },
      { kind: 'match', pairs: { a: 'b', b: 'b' }, partial: false },
    ],
    [
      { kind: 'short', text: 'Цена 5 \\$?' },
      { kind: 'short', texts: ['да'] },
    ],
    [
      { kind: 'case', text: 'Дело', parts: [{ id: 'p', question: { kind: 'short', text: '?' } }] },
      { kind: 'case', parts: { p: { kind: 'short', texts: ['да'] } } },
    ],
  ]
  expect(whole.map(([question, key]) => questionFaults(question, key))).toEqual(whole.map(() => []))
})

test.each<[Question, QuestionKey, string[]]>([
  [single, { kind: 'short', texts: ['да'] }, ['Ключ от вопроса другого вида']],
  [single, { kind: 'case', parts: {} }, ['Ключ от вопроса другого вида']],
  [single, { kind: 'single', option: 'c' }, ['В ключе вариант «c», в вопросе его нет']],
  [{ ...single, text: '  ' }, { kind: 'single', option: 'a' }, ['Нет текста вопроса']],
  [
    { ...single, text: 'Цена $5' },
    { kind: 'single', option: 'a' },
    ['Текст вопроса: формула начата знаком «$» и не закончена'],
  ],
  [
    { ...single, picture: '00000000000040008000000000000000' },
    { kind: 'single', option: 'a' },
    ['Опишите картинку словами для тех, кто её не видит'],
  ],
  [
    { kind: 'multiple', text: '?', options: [...options, { id: 'b', text: 'Нет' }] },
    { kind: 'multiple', options: [], partial: false },
    ['Вариант «b» повторяется', 'Вариант: «Нет» — дважды', 'В ключе нет ни одного верного варианта'],
  ],
  [
    { kind: 'order', text: '?', items: options },
    { kind: 'order', items: ['a', 'a'], partial: false },
    ['В ключе элемент «a» повторяется', 'В ключе нет места элемента «b»'],
  ],
  [
    { kind: 'match', text: '?', left: options, right: options },
    { kind: 'match', pairs: { a: 'x', z: 'a' }, partial: false },
    ['В ключе нет пары для «b»', 'В ключе слева «z», в вопросе его нет', 'В ключе справа «x», в вопросе его нет'],
  ],
  [{ kind: 'short', text: '?' }, { kind: 'short', texts: [' '] }, ['В ключе есть пустой ответ']],
  [{ kind: 'number', text: '?' }, { kind: 'number', value: 1, tolerance: 1e-7 }, []],
  [
    {
      kind: 'case',
      text: 'Дело',
      parts: [
        { id: 'p', question: single },
        { id: 'q', question: { kind: 'short', text: '?' } },
      ],
    },
    { kind: 'case', parts: { p: { kind: 'single', option: 'z' }, r: { kind: 'short', texts: ['да'] } } },
    [
      'В ключе есть часть «r», в вопросе её нет',
      'Часть «p»: В ключе вариант «z», в вопросе его нет',
      'Часть «q»: Нет ключа',
    ],
  ],
])('a fault names its place: %j', (question, key, faults) => {
  expect(questionFaults(question, key)).toEqual(faults)
})

const part = (id: string, text = '?') => ({ id, question: { kind: 'short', text } as const })

test.each<[Question, QuestionKey, string[]]>([
  [
    { kind: 'case', text: 'Дело', parts: [part('p'), part('p')] },
    { kind: 'case', parts: { p: { kind: 'short', texts: ['да'] } } },
    ['Часть «p» повторяется'],
  ],
  [
    { kind: 'multiple', text: '?', options },
    { kind: 'multiple', options: ['a', 'a', 'z'], partial: false },
    ['В ключе вариант «a» повторяется', 'В ключе вариант «z», в вопросе его нет'],
  ],
  [
    { kind: 'order', text: '?', items: options },
    { kind: 'order', items: ['a', 'b', 'z'], partial: false },
    ['В ключе элемент «z», в вопросе его нет'],
  ],
  [{ kind: 'number', text: '?' }, { kind: 'short', texts: ['да'] }, ['Ключ от вопроса другого вида']],
  [{ kind: 'short', text: '?' }, { kind: 'number', value: 1, tolerance: 0 }, ['Ключ от вопроса другого вида']],
  [{ kind: 'number', text: '?' }, { kind: 'number', value: 1e300, tolerance: 1e300 }, []],
  // Two empty texts are two missing texts, not a repeated text.
  [
    {
      kind: 'single',
      text: '?',
      options: [
        { id: 'a', text: ' ' },
        { id: 'b', text: '' },
      ],
    },
    { kind: 'single', option: 'a' },
    ['Вариант «a»: нет текста', 'Вариант «b»: нет текста'],
  ],
  [
    { ...single, options: [...options, { id: 'c', text: 'Цена $5' }] },
    { kind: 'single', option: 'a' },
    ['Вариант «c»: формула начата знаком «$» и не закончена'],
  ],
  [{ kind: 'short', text: 'От \\$5 до $x$' }, { kind: 'short', texts: ['да'] }, []],
])('the faults of the question %j', (question, key, faults) => {
  expect(questionFaults(question, key)).toEqual(faults)
})
