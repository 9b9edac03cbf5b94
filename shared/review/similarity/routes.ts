import { Type } from 'typebox'
import { asOf, id, nullable } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'
import { pairsPage } from './limits.ts'

const count = Type.Integer({ minimum: 0 })
const stagePlace = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})

const side = {
  work_id: id,
  name: Type.String({ description: 'Пусто, если работа из чужого конкурса' }),
  test_id: nullable(Type.Integer(), 'Работа команды или чужого конкурса'),
  stage_title: Type.String(),
  competition_title: Type.String(),
  same_stage: Type.Boolean(),
  readable: Type.Boolean({ description: 'false — работа из конкурса, на который у организатора нет права' }),
}
const percent = Type.Integer({ minimum: 1, maximum: 100 })
const pair = {
  pair_id: id,
  percent,
  same_author: Type.Boolean(),
}

export const similarityRoutes = {
  'GET /admin/competitions/:competition/stages/:code/similarity': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Похожие работы этапа: пары, начиная с порога этапа, самые похожие сверху',
    refuses: ['stage_not_found'],
    params: stagePlace,
    query: Type.Object({ ...pageQuery({ size: pairsPage }) }),
    response: Type.Object({
      as_of: asOf,
      threshold: Type.Integer({ minimum: 0, description: '0 — работы этапа не сравнивают' }),
      works: count,
      compared: Type.Integer({ minimum: 0, description: 'Сколько из них уже сравнили' }),
      named: Type.Integer({ minimum: 0, description: 'В скольких по тексту можно узнать автора' }),
      interrupted: Type.Integer({ minimum: 0, description: 'У скольких прервалась подготовка: её повторяют' }),
      count,
      pairs: Type.Array(Type.Object({ ...pair, sides: Type.Array(Type.Object(side)) })),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/similarity/:pair_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Две похожие работы рядом, общие места отмечены',
    refuses: ['stage_not_found', 'work_not_found'],
    params: Type.Object({ ...stagePlace.properties, pair_id: id }),
    response: Type.Object({
      ...pair,
      sides: Type.Array(
        Type.Object({
          ...side,
          passages: Type.Array(
            Type.Object({
              label: Type.String(),
              pieces: Type.Array(Type.Object({ text: Type.String(), shared: Type.Boolean() })),
            }),
          ),
        }),
      ),
    }),
  }),
}
