import { expect, test } from 'vitest'
import type { Gate, GatePerson } from './gate.ts'
import { gateChecklist } from './gate-checklist.ts'

const person: GatePerson = {
  stages: {
    rules: { title: 'Правила', state: 'passed', submitted: true, score: null },
    form: { title: 'Анкета', state: 'under_way', submitted: false, score: null },
    test: { title: 'Тест', state: 'passed', submitted: true, score: 61.5 },
  },
  track: 'business',
  region: '59',
  door: 'participant',
  tags: ['helper'],
  team: 'member',
  consents: ['media'],
  pastFinalist: false,
}

test.each<[string, Gate | null, ReturnType<typeof gateChecklist>]>([
  ['no gate asks nothing', null, []],
  [
    'every part is a thing of its own, met or not',
    {
      all: [
        { stage: 'rules', outcome: 'passed' },
        { stage: 'form', outcome: 'submitted' },
      ],
    },
    [
      { state: 'met', text: 'Этап «Правила» пройден', stage: 'rules' },
      { state: 'pending', text: 'Откроется, когда вы сдадите этап «Анкета»', stage: 'form' },
    ],
  ],
  [
    'alternatives are one thing while none is met',
    { any: [{ stage: 'form', outcome: 'passed' }, { team: 'complete' }] },
    [
      {
        state: 'pending',
        text: 'Откроется после этапа «Анкета», или: Ваша команда ещё не собрана полностью',
        stage: null,
      },
    ],
  ],
  [
    'a met alternative is said alone',
    { any: [{ stage: 'form', outcome: 'passed' }, { team: 'member' }] },
    [{ state: 'met', text: 'Вы в команде', stage: null }],
  ],
  [
    'of several things that are one alternative the first that a person did is said',
    { any: [{ all: [{ track: ['business'] }, { stage: 'rules', outcome: 'passed' }, { team: 'member' }] }] },
    [{ state: 'met', text: 'Этап «Правила» пройден', stage: null }],
  ],
  [
    'an alternative of which nothing was done is not said',
    { any: [{ all: [{ track: ['business'] }, { region: ['59'] }] }] },
    [],
  ],
  [
    'a mark of the organisers is said',
    { tag: 'helper', title: 'Помощник' },
    [{ state: 'met', text: 'Есть отметка организатора: Помощник', stage: null }],
  ],
  [
    'a score is said with its number',
    { score_of: 'test', at_least: 60.5 },
    [{ state: 'met', text: 'На этапе «Тест» набрано не меньше 60,5', stage: 'test' }],
  ],
  ['what a person has without doing anything is not said', { all: [{ track: ['business'] }, { region: ['59'] }] }, []],
  ['what must not be and is not, is not said', { not: { tag: 'barred', title: 'Отстранён' } }, []],
  [
    'what must not be and is, is said',
    { not: { consent: 'media', title: 'Съёмка' } },
    [{ state: 'failed', text: 'Закрыт для тех, кто дал согласие: Съёмка', stage: null }],
  ],
])('%s', (_title, gate, expected) => {
  expect(gateChecklist(gate, person)).toEqual(expected)
})
