import { Type } from 'typebox'
import { asOf, id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { section } from './contract.ts'
import { question, questionKey } from './question.ts'

const params = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const count = Type.Integer({ minimum: 0 })
const number = Type.Number()
const reason = Type.String({ minLength: 3, maxLength: 500, pattern: '\\S' })
const moment = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}(:\\d{2})?$',
  description: 'Московское время',
})
const interval = { from: moment, until: moment }
const person = { test_id: id, name: Type.String() }
const range = Type.Object({ least: number, median: number, most: number, mean: number })
const bars = Type.Array(Type.Object({ from: number, to: number, count }))

const board = Type.Object({
  begun: count,
  online: Type.Integer({ description: 'Идут сейчас, связь есть' }),
  lost: Type.Integer({ description: 'Идут сейчас, связь прервалась' }),
  finished: count,
  median_minute: nullable(Type.Integer(), 'Никто не проходит тест'),
  median_took: nullable(Type.Integer(), 'Никто не закончил'),
  papers: Type.Object({ made: count, given: count }),
})

const overview = Type.Object({
  as_of: asOf,
  board,
  stock: Type.Array(Type.Object({ topic: Type.String(), difficulty: Type.Integer(), count })),
  tracks: Type.Array(Type.Object({ code: Type.String(), title: Type.String() }), {
    description: 'Чьи участники проходят тест',
  }),
  shortages: Type.Array(Type.String()),
  published_at: nullableString,
})

const results = Type.Object({
  as_of: asOf,
  scored: count,
  unfinished: Type.Integer({ description: 'Попытки, которые ещё идут' }),
  passing: Type.Integer(),
  passed: count,
  published_at: nullableString,
  untold: Type.Integer({ description: 'Результаты, которые ещё не объявлены или изменились после объявления' }),
  distribution: bars,
  people: Type.Array(Type.Object({ ...person, rank: Type.Integer(), score: number, seconds: count })),
  count,
  formulas: Type.Record(Type.String(), Type.String(), { description: 'MathML по записи формулы' }),
  questions: Type.Array(
    Type.Object({
      version_id: id,
      code: Type.String(),
      version: Type.Integer(),
      question,
      key: questionKey,
      given: count,
      ruling: nullable(Type.Object({ key: nullable(questionKey), reason: Type.String() })),
    }),
  ),
})

const ruled = Type.Object({
  applied: Type.Boolean(),
  changed: Type.Integer({ description: 'У скольких меняется балл' }),
  newly_passed: count,
  newly_failed: count,
  people: Type.Array(
    Type.Object({
      ...person,
      before: Type.Object({ score: number, rank: Type.Integer() }),
      after: Type.Object({ score: number, rank: Type.Integer() }),
    }),
    { description: 'Сначала те, чьё место меняется сильнее; не больше ста' },
  ),
})

export const testPanelRoutes = {
  'GET /admin/competitions/:competition/stages/:code/test': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Как идёт тест и хватает ли вопросов на вариант',
    refuses: refusedBy.ownersStage,
    params,
    response: overview,
  }),
  'POST /admin/competitions/:competition/stages/:code/test/dry-run': route({
    access: 'competitions',
    competition: 'params',
    summary:
      'Составить варианты для 1000 воображаемых участников: как часто выпадают вопросы, насколько варианты различаются',
    refuses: [...refusedBy.ownersStage, 'paper_not_drawn'],
    params,
    body: Type.Object({ sections: Type.Array(section, { minItems: 1, maxItems: 20 }) }),
    response: Type.Object({
      people: count,
      questions: count,
      difficulty: range,
      papers: bars,
      exposure: Type.Array(
        Type.Object({ code: Type.String(), topic: Type.String(), difficulty: Type.Integer(), given: count }),
      ),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/test/people': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Кто проходит тест, по состояниям',
    refuses: refusedBy.ownersStage,
    params,
    query: Type.Object({
      ...pageQuery({ size: 20 }),
      state: Type.Union([Type.Literal('online'), Type.Literal('lost'), Type.Literal('finished')]),
    }),
    response: Type.Object({
      people: Type.Array(
        Type.Object({
          ...person,
          attempt_id: id,
          region: nullableString,
          begun_at: Type.String(),
          heard_at: Type.String(),
          finished_at: nullableString,
          extra_minutes: count,
          answered: count,
        }),
      ),
      count,
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/test/incident': route({
    access: 'assessment',
    competition: 'params',
    summary:
      'Кто терял связь в этом промежутке и сколько минут предложить; без промежутка — в последнем, когда связь терялась разом',
    refuses: [...refusedBy.ownersStage, 'form_invalid'],
    params,
    body: Type.Partial(Type.Object(interval)),
    response: Type.Object({
      from: nullable(Type.String(), 'За последние сутки связь ни у кого не прерывалась'),
      until: nullableString,
      affected: count,
      running: Type.Integer({ description: 'Из них ещё проходят тест: минуты получат они' }),
      proposed: count,
      people: Type.Array(Type.Object({ ...person, lost_seconds: count, running: Type.Boolean() })),
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/test/minutes': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Добавить минуты тем, кто сейчас проходит тест',
    refuses: [...refusedBy.ownersStage, 'form_invalid'],
    params,
    body: Type.Object({
      minutes: Type.Integer({ minimum: 1, maximum: 240 }),
      reason,
      audience: Type.Union([
        Type.Object({ all: Type.Literal(true) }, { additionalProperties: false }),
        Type.Object({ region: Type.String({ minLength: 1, maxLength: 20 }) }, { additionalProperties: false }),
        Type.Object({ people: Type.Array(id, { minItems: 1, maxItems: 500 }) }, { additionalProperties: false }),
        Type.Object({ lost: Type.Object(interval) }, { additionalProperties: false }),
      ]),
    }),
    response: Type.Object({ reached: count }),
  }),
  'POST /admin/competitions/:competition/stages/:code/test/continuation': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Вернуть в тест того, кто его закончил: та же попытка ещё на столько минут, пока результат не объявлен',
    refuses: [
      ...refusedBy.ownersStage,
      'attempt_not_begun',
      'attempt_goes_on',
      'result_published',
      'stage_not_allowed',
      'stage_closed',
    ],
    params,
    body: Type.Object({ test_id: id, minutes: Type.Integer({ minimum: 1, maximum: 240 }), reason }),
    response: Type.Object({ deadline: Type.String() }),
  }),
  'GET /admin/competitions/:competition/stages/:code/test/results': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Результаты теста; участники видят их только после публикации',
    refuses: refusedBy.ownersStage,
    params,
    query: Type.Object(pageQuery({ size: 20 })),
    response: results,
  }),
  'POST /admin/competitions/:competition/stages/:code/test/rulings': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Не учитывать вопрос или исправить его ключ; без apply — только показать, чьи места изменятся',
    refuses: [...refusedBy.ownersStage, 'question_not_found', 'question_faulty'],
    params,
    body: Type.Object({
      version_id: id,
      key: nullable(questionKey, 'Вопрос не учитывается'),
      reason,
      apply: Type.Boolean(),
    }),
    response: ruled,
  }),
  'POST /admin/competitions/:competition/stages/:code/test/publication': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Объявить результаты всем, кто закончил; отменить нельзя, можно объявить исправленные',
    refuses: refusedBy.ownersStage,
    params,
    response: Type.Object({ published_at: Type.String() }),
  }),
  'GET /admin/competitions/:competition/stages/:code/test/comparison': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Результаты рядом с контрольным тестом: сначала те, у кого они расходятся сильнее',
    refuses: refusedBy.ownersStage,
    params,
    query: Type.Object({
      control: Type.String({ minLength: 1, maxLength: 64, description: 'Код контрольного теста' }),
    }),
    response: Type.Object({
      as_of: asOf,
      both: Type.Integer({ description: 'Сколько человек закончили оба теста' }),
      people: Type.Array(Type.Object({ ...person, score: number, control: number })),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/test/teams': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Суммы баллов участников команд',
    refuses: refusedBy.ownersStage,
    params,
    response: Type.Object({
      as_of: asOf,
      teams: Type.Array(Type.Object({ team: Type.String(), sum: number, done: count, members: count }), {
        description: 'Не больше ста',
      }),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/test/signs': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Что стоит посмотреть: уходы со страницы, разные адреса, одинаковые ответы. Это не решения',
    refuses: refusedBy.ownersStage,
    params,
    response: Type.Object({
      as_of: asOf,
      people: Type.Array(
        Type.Object({
          ...person,
          left: Type.Integer({ description: 'Сколько раз уходил со страницы' }),
          away_seconds: count,
          taken_over: count,
          addresses: count,
        }),
      ),
      pairs: Type.Array(
        Type.Object({ one: Type.Object(person), other: Type.Object(person), same: count, wrong: count, of: count }),
      ),
    }),
  }),
}
