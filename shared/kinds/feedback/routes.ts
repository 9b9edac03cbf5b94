import { Type } from 'typebox'
import { asOf, id, nullable } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { feedbackRounds } from './round.ts'

const params = Type.Object({ stage_id: id })
const stageParams = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const round = Type.Enum([...feedbackRounds])
const number = nullable(Type.Number())

export const feedbackStageRoutes = {
  'GET /user/stages/:stage_id/feedback': route({
    access: 'participant',
    summary: 'О чём спрашивают в отзыве сейчас',
    refuses: ['stage_not_found'],
    params,
    response: Type.Object({
      subject: Type.String({ description: 'Название этапа; пусто — о конкурсе в целом' }),
      round: nullable(round),
      named: Type.Boolean({ description: 'Отзыв уже дан и хранится с именем' }),
      status: Type.String(),
    }),
  }),
  'PUT /user/stages/:stage_id/feedback': route({
    access: 'participant',
    summary: 'Оставить отзыв, один раз до итога и один раз после него',
    refuses: [...refusedBy.openStage, 'feedback_given', 'feedback_round_over'],
    params,
    limit: 'opinion',
    body: Type.Object({
      round,
      anonymous: Type.Boolean({
        description: 'Что обещала страница: так отзыв и хранится, даже если настройка с тех пор другая',
      }),
      recommend: Type.Integer({ minimum: 0, maximum: 10 }),
      marks: Type.Array(nullable(Type.Integer({ minimum: 1, maximum: 5 })), { maxItems: 5 }),
      text: Type.String({ maxLength: 4000 }),
      device: Type.Enum(['phone', 'computer']),
    }),
    response: null,
  }),
  'POST /user/stages/:stage_id/feedback/never': route({
    access: 'participant',
    summary: 'Больше никогда не просить отзыв',
    refuses: ['stage_not_found'],
    params,
    response: null,
  }),
  'GET /admin/competitions/:competition/stages/:code/feedback': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Отзывы в цифрах; группы меньше пяти человек не показаны',
    refuses: refusedBy.ownersStage,
    params: stageParams,
    response: Type.Object({
      as_of: asOf,
      anonymous: Type.Boolean(),
      rounds: Type.Array(
        Type.Object({
          round,
          given: nullable(Type.Integer({ description: 'Ничего, пока ответов меньше пяти' })),
          index: number,
          marks: Type.Array(Type.Object({ question: Type.String(), mean: number })),
          by: Type.Array(
            Type.Object({
              group: Type.String(),
              values: Type.Array(Type.Object({ title: Type.String(), given: number, index: number })),
            }),
          ),
          words: Type.Array(
            Type.Object({
              word: Type.String(),
              texts: Type.Integer({ description: 'В скольких отзывах есть это слово' }),
            }),
          ),
          words_of: Type.Integer({ description: 'Сколько отзывов для этого прочитано: не больше 2000, случайных' }),
          texts: Type.Array(
            Type.Object({
              text: Type.String(),
              name: Type.String(),
              test_id: nullable(Type.Integer(), 'Отзыв анонимный'),
              request: nullable(Type.Integer({ description: 'Номер обращения, которое из него сделали' })),
            }),
            { description: 'Не больше 200, случайные; все есть в таблице' },
          ),
          texts_of: Type.Integer({ description: 'Сколько отзывов с текстом' }),
        }),
      ),
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/feedback/requests': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Сделать из отзыва с именем обращение в поддержку; повтор ничего не меняет',
    refuses: [...refusedBy.ownersStage, 'not_found'],
    params: stageParams,
    body: Type.Object({ round, test_id: id }),
    response: Type.Object({ request: Type.Integer({ description: 'Номер обращения' }) }),
  }),
  'GET /admin/competitions/:competition/stages/:code/feedback/csv': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Отзывы таблицей',
    refuses: refusedBy.ownersStage,
    params: stageParams,
    response: null,
    download: true,
  }),
}
