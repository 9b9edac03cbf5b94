import { Type } from 'typebox'
import { id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { points } from '#shared/review/judging/wire.ts'
import { maxAppeal } from './limits.ts'

const text = Type.String({ maxLength: maxAppeal })
const outcome = Type.Enum(['kept', 'passed', 'failed'], { description: 'kept — решение осталось прежним' })
const answer = nullable(
  Type.Object({ outcome, text: Type.String(), answered_at: Type.String() }),
  'Апелляцию ещё рассматривают',
)

const ownAppeal = Type.Object({
  until: nullable(Type.String(), 'Подать апелляцию здесь нельзя'),
  filed: nullable(Type.Object({ text: Type.String(), filed_at: Type.String(), answer }), 'Апелляции нет'),
})

const filedAppeal = Type.Object({
  text: Type.String(),
  filed_at: Type.String(),
  name: Type.String(),
  test_id: Type.Integer(),
  decision: Type.Object({
    outcome: Type.Enum(['passed', 'failed']),
    reason: Type.String(),
    by: nullable(Type.String(), 'Решили правила этапа'),
    published_at: Type.String(),
  }),
  readings: Type.Array(
    Type.Object({
      name: Type.String(),
      total: points,
      comment: Type.String(),
      note: Type.String(),
      for_appeal: Type.Boolean({ description: 'Эксперт прочитал работу из-за апелляции' }),
    }),
    { description: 'Оценки экспертов' },
  ),
  peers: Type.Array(Type.Object({ total: points, comment: Type.String() }), {
    description: 'Оценки других участников, без имён',
  }),
  fingerprint: Type.String({ description: 'Отпечаток того, что прочитал отвечающий; с ним отправляют ответ' }),
  may_answer: Type.Boolean({ description: 'false — эту работу проверял, оценивал или решал сам спрашивающий' }),
  answer: nullable(Type.Object({ outcome, text: Type.String(), answered_at: Type.String(), by: nullableString })),
})

const ofStage = Type.Object({ stage_id: id })
const ofWork = Type.Object({ work_id: id })

export const appealRoutes = {
  'GET /user/stages/:stage_id/appeal': route({
    access: 'participant',
    summary: 'До какого времени можно подать апелляцию на решение, что подано и что на это ответили',
    refuses: refusedBy.stage,
    params: ofStage,
    response: ownAppeal,
  }),
  'POST /user/stages/:stage_id/appeal': route({
    access: 'participant',
    summary: 'Подать апелляцию на объявленное решение; на одно решение — одна',
    refuses: [...refusedBy.stage, 'appeal_unavailable', 'form_invalid'],
    params: ofStage,
    bodyLimit: 64 * 1024,
    body: Type.Object({ text }),
    response: ownAppeal,
  }),
  'GET /desk/appeals': route({
    access: 'assessor',
    summary: 'Апелляции, на которые ещё не ответили; дольше всех ждущая первая, не больше ста',
    response: Type.Object({
      appeals: Type.Array(
        Type.Object({
          work_id: id,
          name: Type.String(),
          stage_title: Type.String(),
          competition_code: Type.String(),
          competition_title: Type.String(),
          filed_at: Type.String(),
          may_answer: Type.Boolean({ description: 'false — ответить должен другой человек' }),
        }),
      ),
    }),
  }),
  'GET /desk/works/:work_id/appeal': route({
    access: 'assessor',
    summary: 'Апелляция о работе и то, на чём стоит решение; null — её нет',
    refuses: ['work_not_found'],
    params: ofWork,
    response: Type.Object({ appeal: nullable(filedAppeal) }),
  }),
  'POST /desk/works/:work_id/appeal': route({
    access: 'assessor',
    summary: 'Ответить на апелляцию: решение остаётся или принято новое. Первым проверявший ответить не может',
    refuses: [
      'work_not_found',
      'appeal_not_found',
      'work_changed',
      'appeal_answered',
      'appeal_changed',
      'protocol_decides',
      'appeal_own',
      'work_reported',
      'work_plagiarism',
      'form_invalid',
      'stage_not_found',
    ],
    params: ofWork,
    bodyLimit: 64 * 1024,
    body: Type.Object({ outcome, text, fingerprint: Type.String({ maxLength: 64 }) }),
    response: Type.Object({ appeal: nullable(filedAppeal) }),
  }),
}
