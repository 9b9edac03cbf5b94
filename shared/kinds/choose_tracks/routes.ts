import { Type } from 'typebox'
import { asOf, id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { peoplePage } from './limits.ts'

const count = Type.Integer({ minimum: 0 })
const trackCode = Type.String({ minLength: 1, maxLength: 64 })
const reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })
const place = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const ofPerson = Type.Object({ ...place.properties, test_id: id })

const stages = Type.Array(
  Type.Object({
    title: Type.String(),
    kept: Type.Enum(['nothing', 'draft', 'handed_in'], { description: 'Что там уже сделано; сделанное хранится' }),
  }),
)

const own = Type.Object({
  tracks: Type.Array(
    Type.Object({
      code: Type.String(),
      title: Type.String(),
      description: Type.String(),
      fits: Type.Enum(['yes', 'later', 'no']),
      reasons: Type.Array(Type.String(), { description: 'Почему не подходит или подойдёт позже' }),
      left: nullable(count, 'Предела нет'),
      letter: Type.Boolean({ description: 'Нужно письмо, которое одобряют люди' }),
      opens_at: nullableString,
      closes_at: nullableString,
      appear: stages,
      vanish: stages,
      mates: Type.Integer({ minimum: 0, description: 'Сколько товарищей по команде в этом треке' }),
      offered: Type.Boolean({ description: 'Предлагается, потому что другие не подходят' }),
    }),
  ),
  max: Type.Integer({ minimum: 1 }),
  method: nullable(Type.String(), 'Места раздаются сразу'),
  score_of: Type.String({ description: 'Этап, баллы которого решают' }),
  may_change: Type.Boolean(),
  chosen: Type.Array(Type.String(), { description: 'Коды выбранного, по порядку' }),
  track: nullable(Type.String(), 'Трека нет'),
  asked: nullable(Type.String(), 'Ничего не ждёт одобрения'),
  way: nullable(Type.Enum(['choice', 'default', 'allocation', 'organiser', 'team']), 'Места в треке нет'),
  usual: nullable(Type.String(), 'Без трека по умолчанию'),
  captain: nullable(Type.Object({ name: Type.String(), me: Type.Boolean(), mates: count }), 'Каждый выбирает за себя'),
  apart: Type.Boolean({ description: 'В команде человека выбраны разные треки' }),
  confirmation: Type.String(),
})

const overview = Type.Object({
  as_of: asOf,
  mode: Type.Enum(['at_once', 'by_score', 'by_priority']),
  method: nullableString,
  may_allocate: Type.Boolean({ description: 'Этап закрыт, места ещё не розданы' }),
  allocated_at: nullableString,
  closes_at: nullableString,
  undecided: Type.Integer({ minimum: 0, description: 'Сколько участников ещё не выбрали' }),
  tracks: Type.Array(
    Type.Object({
      code: Type.String(),
      title: Type.String(),
      limit: Type.Integer({ minimum: 0, description: '0 — без предела' }),
      given: count,
      asked: Type.Integer({ minimum: 0, description: 'Сколько ждут одобрения' }),
      first: Type.Integer({ minimum: 0, description: 'Сколько назвали трек первым' }),
    }),
  ),
})

const changes = Type.Object({
  name: Type.String(),
  from: nullable(Type.String(), 'Трека нет'),
  to: Type.String(),
  fits: Type.Boolean(),
  reasons: Type.Array(Type.String()),
  left: nullable(count, 'Предела нет'),
  appear: stages,
  vanish: stages,
})

const allocation = Type.Object({
  fingerprint: Type.String({ description: 'Его называют, публикуя именно это распределение' }),
  may_publish: Type.Boolean(),
  tracks: Type.Array(
    Type.Object({
      code: Type.String(),
      title: Type.String(),
      left: nullable(count, 'Предела нет'),
      given: count,
      lowest: nullable(Type.Number(), 'Мест хватило всем, или место получил человек без балла'),
    }),
  ),
  unplaced: count,
  by_default: Type.Integer({ minimum: 0, description: 'Сколько получат трек по умолчанию' }),
  moved: Type.Integer({ minimum: 0, description: 'Сколько сменят трек вместе с командой; названы первые сто' }),
  moves: Type.Array(
    Type.Object({ test_id: Type.Integer(), name: Type.String(), from: Type.String(), to: Type.String() }),
  ),
  count,
  people: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      score: nullable(Type.Number(), 'Балла нет'),
      track: nullable(Type.String(), 'Места не хватило'),
      priority: nullable(Type.Integer(), 'Не из названных'),
      wishes: Type.Array(Type.String()),
    }),
  ),
})

const refusesPlace = [...refusedBy.ownersStage]

export const chooseTracksRoutes = {
  'GET /user/stages/:stage_id/tracks': route({
    access: 'participant',
    summary: 'Треки этапа: кому подходят, сколько мест, что изменится, и сделанный выбор',
    refuses: [...refusedBy.stage],
    params: Type.Object({ stage_id: id }),
    response: own,
  }),
  'GET /admin/competitions/:competition/stages/:code/tracks': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Сколько мест в треках занято, ждёт одобрения и кем названо первым',
    refuses: refusesPlace,
    params: place,
    response: overview,
  }),
  'GET /admin/competitions/:competition/stages/:code/tracks/people': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Кто в каком треке и что назвал',
    refuses: refusesPlace,
    params: place,
    query: Type.Object({
      ...pageQuery({ size: peoplePage }),
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Часть имени или номер участника' })),
      track: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: Type.Object({
      as_of: asOf,
      count,
      people: Type.Array(
        Type.Object({
          test_id: Type.Integer(),
          name: Type.String(),
          track: nullable(Type.String(), 'Трека нет'),
          asked: nullable(Type.String(), 'Ничего не ждёт одобрения'),
          wishes: Type.Array(Type.String()),
          way: nullable(Type.Enum(['choice', 'default', 'allocation', 'organiser', 'team']), 'Места в треке нет'),
        }),
      ),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/tracks/people/:test_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Что получит и что потеряет участник, если перевести его в другой трек',
    refuses: [...refusesPlace, 'user_not_found', 'unknown_track'],
    params: ofPerson,
    query: Type.Object({ to: trackCode }),
    response: changes,
  }),
  'PUT /admin/competitions/:competition/stages/:code/tracks/people/:test_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Перевести участника в другой трек, с причиной; он получит уведомление',
    refuses: [...refusesPlace, 'user_not_found', 'unknown_track', 'track_changed', 'track_full'],
    params: ofPerson,
    body: Type.Object({
      from: nullable(trackCode, 'Трека нет'),
      to: trackCode,
      reason,
    }),
    response: null,
  }),
  'GET /admin/competitions/:competition/stages/:code/tracks/allocation': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Как разойдутся места, до публикации',
    refuses: [...refusesPlace, 'tracks_at_once'],
    params: place,
    query: Type.Object({ ...pageQuery({ size: peoplePage }) }),
    response: allocation,
  }),
  'POST /admin/competitions/:competition/stages/:code/tracks/allocation': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Опубликовать просмотренное распределение мест',
    refuses: [...refusesPlace, 'tracks_at_once', 'tracks_still_open', 'tracks_given_out', 'allocation_changed'],
    params: place,
    body: Type.Object({ fingerprint: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: Type.Object({ given: count, unplaced: count }),
  }),
  'POST /admin/competitions/:competition/stages/:code/tracks/news': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Сообщить участникам о новом треке и продлить выбор, а если нужно, и все следующие этапы',
    refuses: [...refusesPlace, 'unknown_track', 'form_invalid'],
    params: place,
    body: Type.Object({
      track: trackCode,
      closes_at: Type.String({ maxLength: 19, description: 'Новый конец выбора' }),
      later_too: Type.Boolean({ description: 'Продлить на столько же и этапы, которые закрываются позже' }),
    }),
    response: Type.Object({ told: count, extended: count }),
  }),
  'POST /admin/competitions/:competition/tracks': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Завести трек в конкурсе',
    refuses: ['competition_not_found', 'track_taken'],
    params: Type.Object({ competition: place.properties.competition }),
    body: Type.Object({
      code: Type.String({ pattern: '^[a-z0-9][a-z0-9_]{1,63}$' }),
      title: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      description: Type.String({ maxLength: 1000 }),
    }),
    response: null,
  }),
}
