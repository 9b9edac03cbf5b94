import { Type } from 'typebox'
import { asOf, id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { mentorshipStatuses } from './mentorship-status.ts'
import { matchesOnPage, planVariants, unmatchedReasons } from './plan.ts'
import { mentorFields } from './routes.ts'

const count = Type.Integer({ minimum: 0 })
const place = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const ofPerson = Type.Object({ ...place.properties, test_id: id })
const variant = Type.Enum([...planVariants])
const search = Type.Optional(Type.String({ maxLength: 100, description: 'Часть имени или номер' }))
const reason = Type.Enum(Object.keys(unmatchedReasons) as (keyof typeof unmatchedReasons)[])

const rules = {
  region: Type.Enum(['any', 'same', 'other']),
  each: Type.Integer({ minimum: 1, maximum: 5 }),
  more: Type.Integer({ minimum: 0, maximum: 100, description: 'На столько больше мест у каждого, у кого есть предел' }),
}

const plan = Type.Object({
  ...rules,
  version: count,
  made_at: nullable(Type.String(), 'Ещё не посчитан'),
  running: Type.Boolean(),
  failed: Type.Boolean(),
  people: count,
  matched: Type.Integer({ minimum: 0, description: 'Сколько участников получат наставника' }),
  pairs: count,
  unmatched: Type.Array(Type.Object({ reason, count })),
  ranks: Type.Array(Type.Object({ rank: count, count }), { description: 'Сколько пар каким выбором; 0 — закреплены' }),
})

const overview = Type.Object({
  as_of: asOf,
  way: Type.Enum(['mentors', 'matching']),
  closes_at: nullableString,
  may_publish: Type.Boolean({ description: 'Этап закрыт' }),
  people: Type.Object({ handed_in: count, offered: count, working: count, waiting: count, left: count }),
  publications: Type.Array(Type.Object({ at: Type.String(), by: Type.String(), matched: count, unmatched: count }), {
    description: 'Последние первыми',
  }),
  mentors_count: count,
  second_round: nullable(
    Type.Object({
      closes_at: Type.String(),
      people: Type.Integer({ minimum: 1, description: 'Для скольких он открыт' }),
      choosing: Type.Integer({ minimum: 0, description: 'Сколько из них ещё не сдали выбор' }),
    }),
    'Второй тур не идёт',
  ),
})

const mentorRow = Type.Object({
  ...mentorFields,
  test_id: Type.Integer(),
  fio: Type.String(),
  wanted: Type.Integer({ minimum: 0, description: 'Сколько участников этапа его выбрали' }),
  wanted_first: Type.Integer({ minimum: 0, description: 'Сколько назвали его первым' }),
  working: Type.Integer({ minimum: 0, description: 'С кем работает: во всех этапах конкурса' }),
  offered: Type.Integer({ minimum: 0, description: 'Чьего ответа от него ждут: во всех этапах конкурса' }),
  left: nullable(count, 'Мест сколько угодно'),
  absent_until: nullable(Type.String(), 'На месте'),
})

const person = Type.Object({
  test_id: Type.Integer(),
  name: Type.String(),
  state: Type.Enum(['waiting', 'offered', 'working', 'left']),
  wishes: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      fio: Type.String(),
      rank: count,
      wish: Type.Enum([-1, 0, 1]),
      status: Type.Enum([...mentorshipStatuses]),
      conflict: Type.Boolean(),
    }),
  ),
  pinned: Type.Array(Type.Object({ test_id: Type.Integer(), fio: Type.String(), barred: Type.Boolean() })),
  plan: Type.Array(Type.String(), { description: 'Кого даёт подбор' }),
  plan_reason: nullable(reason, 'Наставник нашёлся, или подбор человека не касается'),
  what_if: Type.Array(Type.String(), { description: 'Кого даёт примерка' }),
  what_if_reason: nullable(reason, 'Наставник нашёлся, или примерка человека не касается'),
})

const refusesPlace = [...refusedBy.ownersStage]

/** What organisers do at a stage where mentors are chosen. */
export const mentorPanelRoutes = {
  'GET /admin/competitions/:competition/stages/:code/mentors': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Как идёт выбор наставников: сколько участников ждёт, работает и осталось без наставника',
    refuses: refusesPlace,
    params: place,
    response: overview,
  }),
  'GET /admin/competitions/:competition/stages/:code/mentors/list': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Наставники этапа: места и спрос, самые желанные первыми',
    refuses: refusesPlace,
    params: place,
    query: Type.Object({ ...pageQuery({ size: matchesOnPage }), search }),
    response: Type.Object({ as_of: asOf, count, mentors: Type.Array(mentorRow) }),
  }),
  'PUT /admin/competitions/:competition/stages/:code/mentors/list/:test_id': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Назвать человека наставником этапа или изменить его профиль',
    refuses: [...refusesPlace, 'user_not_found', 'erasure_asked', 'form_invalid'],
    params: ofPerson,
    body: Type.Object(mentorFields),
    response: null,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/mentors/list/:test_id': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Убрать наставника с этапа: выбрать и назначить его будет нельзя',
    refuses: [...refusesPlace, 'mentor_not_found', 'mentor_busy'],
    params: ofPerson,
    response: null,
  }),
  'POST /admin/competitions/:competition/stages/:code/mentors/list/:test_id/withdrawal': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Завершить работу наставника на этапе: участники узнают причину, и им найдут другого',
    refuses: [...refusesPlace, 'mentor_not_found'],
    params: ofPerson,
    body: Type.Object({
      reason: Type.String({
        ...{ minLength: 1, maxLength: 1000, pattern: '\\S' },
        description: 'Что прочитают участники, с которыми он работал или чьего ответа ждали',
      }),
    }),
    response: Type.Object({
      people: Type.Integer({ minimum: 0, description: 'Скольким сообщено, что наставника у них больше нет' }),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/matching': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Подбор пар и примерка рядом с ним: итоги',
    refuses: refusesPlace,
    params: place,
    response: Type.Object({ as_of: asOf, plan: nullable(plan, 'Не считали'), what_if: nullable(plan, 'Не считали') }),
  }),
  'POST /admin/competitions/:competition/stages/:code/matching': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Посчитать подбор или примерку; считает задание',
    refuses: [...refusesPlace, 'matching_not_used'],
    params: place,
    body: Type.Object({ variant, ...rules }),
    response: null,
  }),
  'GET /admin/competitions/:competition/stages/:code/matching/people': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Участники этапа: кого выбрали, кого даёт подбор и почему никого',
    refuses: refusesPlace,
    params: place,
    query: Type.Object({
      ...pageQuery({ size: matchesOnPage }),
      search,
      which: Type.Optional(Type.Enum(['waiting', 'offered', 'working', 'left', 'unmatched', 'moved'])),
    }),
    response: Type.Object({ as_of: asOf, count, people: Type.Array(person) }),
  }),
  'PUT /admin/competitions/:competition/stages/:code/matching/people/:test_id': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Закрепить за участником наставника, запретить пару или снять и то и другое',
    refuses: [...refusesPlace, 'matching_not_used', 'user_not_found', 'mentor_not_found', 'mentor_conflict'],
    params: ofPerson,
    body: Type.Object({ mentor: id, act: Type.Enum(['pin', 'bar', 'none']) }),
    response: null,
  }),
  'POST /admin/competitions/:competition/stages/:code/matching/publication': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Опубликовать просмотренный подбор: все пары и все отказы одним действием',
    refuses: [...refusesPlace, 'matching_not_used', 'matching_not_made', 'matching_still_open', 'matching_changed'],
    params: place,
    body: Type.Object({ version: count }),
    response: Type.Object({ matched: count, unmatched: count }),
  }),
  'POST /admin/competitions/:competition/stages/:code/matching/second-round': route({
    access: 'mentors',
    competition: 'params',
    summary: 'Второй тур: открыть выбор тем, кто остался без наставника',
    refuses: [...refusesPlace, 'second_round_empty', 'form_invalid'],
    params: place,
    body: Type.Object({ closes_at: Type.String({ maxLength: 19, description: 'До какого времени выбирать' }) }),
    response: Type.Object({ people: count }),
  }),
}
