import { Type } from 'typebox'
import { id, idParams, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { stageStatuses } from '#shared/stages/status.ts'
import { answer } from './question.ts'

const device = Type.String({ minLength: 8, maxLength: 64, description: 'Номер, который браузер придумал себе сам' })
const seq = Type.Integer({ minimum: 1, maximum: maxInteger })
const count = Type.Integer({ minimum: 0 })
const outcome = nullable(Type.Enum(['passed', 'failed']), 'Решения по этапу нет')

const acts = ['begin', 'answer', 'flag', 'finish', 'take_over'] as const

const clock = {
  now: Type.String({ description: 'Время сервера' }),
  deadline: nullableString,
  extra_minutes: count,
}

/** The decision, once it is published. */
const result = nullable(
  Type.Object({ score: nullable(Type.Number({ description: 'Из 100' })), outcome, published_at: Type.String() }),
  'Результат не опубликован',
)

const attempt = Type.Object({
  number: Type.Integer(),
  state: Type.Enum(['running', 'interrupted', 'finished']),
  here: Type.Boolean({ description: 'Попытка идёт на этом устройстве. На другом вопросов и ответов нет' }),
  begun_at: Type.String(),
  last_seq: Type.Integer({ minimum: 0, description: 'Наибольший номер ответа, который есть у сервера' }),
  last_answer_at: nullableString,
  answered: count,
  questions: count,
  sections: Type.Array(
    Type.Object({
      title: Type.String(),
      questions: Type.Array(Type.Object({ id, points: Type.Number(), question: Type.Any() })),
    }),
  ),
  answers: Type.Array(Type.Object({ question: id, seq, answer: Type.Any(), flagged: Type.Boolean() })),
  formulas: Type.Record(Type.String(), Type.String(), { description: 'MathML по записи формулы' }),
})

const page = Type.Object({
  ...clock,
  status: Type.Enum([...stageStatuses]),
  reason: Type.String(),
  if_begun: nullable(
    Type.Object({
      minutes: nullable(Type.Integer(), 'Без ограничения'),
      ends_at: nullableString,
      cut_short: Type.Boolean({ description: 'Этап закроется раньше, чем пройдёт всё время теста' }),
      region_offset: Type.Integer({ description: 'На сколько минут часы региона участника впереди московских' }),
    }),
    'Начать сейчас нельзя',
  ),
  attempt: nullable(attempt, 'Попытки ещё не было'),
  receipt: nullable(
    Type.Object({ number: Type.String(), handed_in_at: Type.String(), by_system: Type.Boolean() }),
    'Тест не сдан',
  ),
  result,
})

/** The participant's routes of a test. `:id` is the stage. */
export const testRoutes = {
  'GET /user/assessments/:id': route({
    access: 'participant',
    summary: 'Тест: сколько времени будет, идущая попытка с вопросами и сохранёнными ответами, квитанция, результат',
    refuses: ['stage_not_found'],
    params: idParams,
    query: Type.Object({ device: Type.Optional(device) }),
    response: page,
  }),
  'POST /user/assessments/:id': route({
    access: 'participant',
    summary: 'Одно действие: начать, ответить, пометить, завершить, перенести попытку на это устройство',
    refuses: [
      ...refusedBy.openStage,
      ...refusedBy.attempt,
      ...refusedBy.testAnswer,
      ...refusedBy.code,
      'paper_not_drawn',
    ],
    params: idParams,
    body: Type.Object({
      act: Type.Enum([...acts]),
      device,
      seq: Type.Optional(seq),
      question: Type.Optional(id),
      answer: Type.Optional(answer),
      flagged: Type.Optional(Type.Boolean()),
      sent_at: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 4_000_000_000_000,
          description: 'Миллисекунды по часам устройства, ни на что не влияют',
        }),
      ),
      code: Type.Optional(Type.String({ minLength: 1, maxLength: 12 })),
    }),
    response: Type.Object({
      acknowledged: nullable(
        Type.Object({
          seq,
          counted: Type.Boolean({ description: 'false: пришёл после окончания, сохранён, но не засчитан' }),
        }),
        'Действие было не об ответе',
      ),
      page: nullable(page, 'Действие было об ответе'),
    }),
  }),
  'GET /user/assessments/:id/stat': route({
    access: 'participant',
    summary: 'Сколько отвечено; после публикации результат и как он выглядит среди всех',
    refuses: ['stage_not_found'],
    params: idParams,
    response: Type.Object({
      questions: count,
      answered: count,
      flagged: count,
      result,
      distribution: nullable(
        Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer(), people: count, own: Type.Boolean() })),
        'Результаты не опубликованы',
      ),
    }),
  }),
  'POST /user/assessments/:id/heartbeat': route({
    access: 'participant',
    summary: 'Устройство на связи; в ответе срок попытки с добавленными минутами',
    refuses: [...refusedBy.openStage, ...refusedBy.attempt],
    params: idParams,
    body: Type.Object({
      device,
      left_ms: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: maxInteger,
          description: 'Сколько страница была не видна с прошлого раза',
        }),
      ),
    }),
    response: Type.Object(clock),
  }),
  'POST /user/assessments/:id/code': route({
    access: 'participant',
    summary: 'Прислать код, по которому попытка продолжится на этом устройстве',
    limit: 'code_entry',
    refuses: ['stage_not_found', 'attempt_not_begun', 'sms_limit'],
    params: idParams,
    response: Type.Object({ sent_to: Type.String(), repeat_after: Type.Integer() }),
  }),
  'GET /user/assessments/:id/pictures/:file_id': route({
    access: 'participant',
    summary: 'Картинка вопроса из своего варианта',
    refuses: ['stage_not_found', 'attempt_not_begun', 'not_found', ...refusedBy.storedFile],
    params: Type.Object({ id, file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: null,
    download: true,
  }),
}
