import { useMemo, useState } from 'react'
import type { Question } from '#shared/kinds/test/question.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { AnswerQueue } from './answer-queue.ts'
import { TestRun } from './TestRun.tsx'
import { minute } from './test-time.ts'

const trialMinutes = 10

const sample: Question[] = [
  {
    kind: 'single',
    text: 'Один верный ответ. В каком городе находится Кремль с башней Кутафьей?',
    options: [
      { id: 'a', text: 'В Казани' },
      { id: 'b', text: 'В Москве' },
      { id: 'c', text: 'В Туле' },
    ],
  },
  {
    kind: 'multiple',
    text: 'Несколько верных ответов. Какие из этих чисел чётные?',
    options: [
      { id: 'a', text: '12' },
      { id: 'b', text: '15' },
      { id: 'c', text: '18' },
    ],
  },
  { kind: 'number', text: 'Ответ числом. Сколько минут в полутора часах?', unit: 'мин.' },
  {
    kind: 'order',
    text: 'Порядок. Расставьте дни недели от раннего к позднему.',
    items: [
      { id: 'c', text: 'Среда' },
      { id: 'a', text: 'Понедельник' },
      { id: 'b', text: 'Вторник' },
    ],
  },
  {
    kind: 'match',
    text: 'Пары. Найдите реку каждого города.',
    left: [
      { id: 'a', text: 'Санкт-Петербург' },
      { id: 'b', text: 'Самара' },
    ],
    right: [
      { id: 'x', text: 'Волга' },
      { id: 'y', text: 'Нева' },
    ],
  },
  { kind: 'short', text: 'Короткий ответ словами. Как называется столица России?' },
]

const nowhere = { waiting: async () => [], put: async () => {}, remove: async () => {} }

/** A trial: the same page with sample questions. Nothing of it is sent or kept. */
export function TrialTest({ onEnd }: { onEnd: () => void }) {
  const [queue] = useState(
    () =>
      new AnswerQueue({
        store: nowhere,
        held: [],
        lastSeq: 0,
        send: async () => ({ counted: true }),
        handlingOf: () => 'drop',
        onStopped: () => {},
      }),
  )
  const deadline = useMemo(() => new Date(serverNow().getTime() + trialMinutes * minute), [])
  const questions = sample.map((question, at) => ({ id: at + 1, section: 'Пробный тест', question }))
  return (
    <>
      <Notice>Пробный тест ни на что не влияет: ответы никуда не отправляются и не оцениваются.</Notice>
      <TestRun
        stageId={0}
        questions={questions}
        formulas={{}}
        queue={queue}
        deadline={deadline}
        trial
        onOver={onEnd}
        onFinish={async () => onEnd()}
      />
    </>
  )
}
