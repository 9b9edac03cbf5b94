import { Type } from 'typebox'
import { asOf, id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { proposalsPage } from './limits.ts'

/** The uses of a work. The author agrees to each use separately. */
export type UsePurpose = 'annotation' | 'agency'

const count = Type.Integer({ minimum: 0 })
const purpose = Type.Enum(['annotation', 'agency'])
const stageParams = Type.Object({ stage_id: id })
const stagePlace = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const duty = Type.Enum(['check', 'judge'])
const topicCodes = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 50, uniqueItems: true })

const topic = {
  code: Type.String(),
  title: Type.String(),
  branch: Type.String(),
  region: Type.String(),
  limit: Type.Integer({ minimum: 0, description: '0 — без предела' }),
}

const own = Type.Object({
  topics: Type.Array(
    Type.Object({
      ...topic,
      left: nullable(count, 'Предела нет'),
      curators: Type.Array(Type.String(), { description: 'Кто проверяет предложения этой темы' }),
    }),
  ),
  handed_in: Type.Boolean({ description: 'Предложение сдано, не отозвано и не отклонено' }),
  may_withdraw: Type.Boolean(),
  why_not: Type.String({ description: 'Почему отозвать уже нельзя; пусто, если можно или нечего' }),
  consents: Type.Array(Type.Object({ purpose, given_at: nullable(Type.String(), 'Согласия нет') })),
  annotation_shown: Type.Boolean({ description: 'Аннотация опубликована' }),
  annotations: Type.Integer({ minimum: 0, description: 'Сколько аннотаций опубликовано на странице конкурса' }),
})

const proposals = Type.Object({
  as_of: asOf,
  topics: Type.Array(
    Type.Object({
      ...topic,
      taken: Type.Integer({ minimum: 0, description: 'Сколько мест занято' }),
      checking: Type.Integer({ minimum: 0, description: 'Сколько ждёт формальной проверки' }),
      judging: Type.Integer({ minimum: 0, description: 'Сколько читают эксперты' }),
    }),
  ),
  staff: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      duty,
      topics: nullable(topicCodes, 'Все темы'),
    }),
  ),
  for_agency: Type.Integer({ minimum: 0, description: 'Сколько авторов согласны передать предложение ведомству' }),
  count,
  works: Type.Array(
    Type.Object({
      work_id: id,
      name: Type.String(),
      test_id: Type.Integer(),
      topic: Type.String(),
      annotation: Type.String(),
      state: Type.Enum(['check', 'judging', 'passed', 'failed', 'returned', 'withdrawn']),
      score: nullable(Type.Number(), 'Итоговой оценки ещё нет'),
      consents: Type.Array(purpose),
      shown_at: nullableString,
    }),
  ),
})

export const mgmtProposalRoutes = {
  'GET /user/stages/:stage_id/proposal': route({
    access: 'participant',
    summary: 'Темы с местами, согласия на использование и можно ли отозвать предложение',
    refuses: [...refusedBy.stage],
    params: stageParams,
    response: own,
  }),
  'POST /user/stages/:stage_id/proposal/withdrawal': route({
    access: 'participant',
    summary: 'Отозвать сданное предложение, пока его не читают эксперты; место в теме освобождается',
    refuses: [...refusedBy.stage, 'work_not_found', 'nothing_to_withdraw', 'withdrawal_too_late'],
    params: stageParams,
    response: own,
  }),
  'PUT /user/stages/:stage_id/proposal/consents/:purpose': route({
    access: 'participant',
    summary: 'Дать или отозвать согласие на одно использование предложения',
    refuses: [...refusedBy.stage, 'work_not_found'],
    params: Type.Object({ stage_id: id, purpose }),
    body: Type.Object({ given: Type.Boolean() }),
    response: own,
  }),
  'GET /competitions/:competition/annotations': route({
    access: 'public',
    summary: 'Опубликованные аннотации предложений конкурса: только тех авторов, чьё согласие действует',
    refuses: ['competition_not_found'],
    params: Type.Object({ competition: Type.String({ minLength: 1, maxLength: 64 }) }),
    response: Type.Object({
      annotations: Type.Array(
        Type.Object({ work_id: id, stage: Type.String(), topic: Type.String(), text: Type.String() }),
      ),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/proposals': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Темы с занятыми местами, их кураторы и эксперты, предложения с аннотациями и согласиями',
    refuses: ['stage_not_found'],
    params: stagePlace,
    query: Type.Object({ ...pageQuery({ size: proposalsPage }) }),
    response: proposals,
  }),
  'PUT /admin/competitions/:competition/stages/:code/proposals/staff/:test_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Назначить проверяющему или эксперту его темы; null — все темы',
    refuses: ['stage_not_found', 'user_not_found', 'unknown_topic'],
    params: Type.Object({ ...stagePlace.properties, test_id: id }),
    body: Type.Object({ duty, topics: nullable(topicCodes, 'Все темы') }),
    response: null,
  }),
  'PUT /admin/competitions/:competition/stages/:code/proposals/annotations': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Опубликовать аннотации из списка или снять их; без согласия авторов — отказ',
    refuses: ['stage_not_found', 'work_not_found', 'no_consent_to_use'],
    params: stagePlace,
    body: Type.Object({
      works: Type.Array(id, { minItems: 1, maxItems: 200, uniqueItems: true }),
      shown: Type.Boolean(),
    }),
    response: Type.Object({ changed: count }),
  }),
  'GET /admin/competitions/:competition/stages/:code/proposals/csv': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Прошедшие предложения для ведомства: только тех авторов, кто на это согласился',
    refuses: ['stage_not_found'],
    params: stagePlace,
    response: null,
    download: true,
  }),
}
