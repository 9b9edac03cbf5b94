import { Type } from 'typebox'
import { answerData, formSchema } from '#shared/forms/fields/wire.ts'
import { asOf, id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxReason, photoPairsPage } from './limits.ts'

const stageParams = Type.Object({ stage_id: id })
const stagePlace = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const count = Type.Integer({ minimum: 0 })
const fileId = Type.String({ pattern: '^[0-9a-f]{32}$' })

const words = Type.String({ maxLength: maxReason })
const answer = nullable(Type.Enum(['confirmed', 'declined']), 'Ещё не ответил')

const lesson = Type.Object({
  school: Type.String(),
  address: Type.String(),
  topic: Type.String(),
  starts_at: Type.String(),
  held_on: nullableString,
  listeners: nullable(Type.Integer()),
})

const author = Type.Object({
  test_id: Type.Integer(),
  name: nullable(Type.String(), 'Имя видно после подтверждения'),
  answer,
})

const cancellation = Type.Object({
  reason: Type.String(),
  asked_at: Type.String(),
  state: Type.Enum(['waits', 'confirmed', 'declined']),
  closes_at: nullable(Type.String(), 'Срок не продлён'),
  answer: Type.String(),
})

const persons = Type.Object({
  lesson: nullable(lesson, 'План ещё не сдан'),
  authors: Type.Array(author, { description: 'Кого назвал этот участник' }),
  named_by: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      answer,
      school: Type.String(),
      topic: Type.String(),
      starts_at: Type.String(),
    }),
    { description: 'Кто назвал его соавтором' },
  ),
  cancellation: nullable(cancellation, 'Школа не отменяла урок'),
  may_cancel: Type.Boolean(),
  certificate: Type.Boolean({ description: 'Благодарность можно скачать' }),
})

const place = Type.Object({
  place_id: id,
  school: Type.String(),
  address: Type.String(),
  dates: Type.Array(Type.String()),
})

const places = Type.Object({
  form: formSchema,
  places: Type.Array(
    Type.Object({
      ...place.properties,
      region: Type.Object({ id: Type.String(), value: Type.String() }),
      lessons: Type.Integer({ minimum: 0, description: 'Сколько уроков здесь запланировано' }),
    }),
  ),
})

const person = Type.Object({ test_id: Type.Integer(), name: Type.String() })

const regionRow = Type.Object({
  region: nullableString,
  name: Type.String(),
  district: Type.String(),
  planned: Type.Integer({ minimum: 0, description: 'Уроков с одобренным планом, о которых ещё нет принятого отчёта' }),
  lessons: count,
  listeners: count,
})

const photo = Type.Object({
  ...person.properties,
  file_id: fileId,
  work_id: id,
  region: nullableString,
})

export const lessonRoutes = {
  'GET /user/stages/:stage_id/lesson': route({
    access: 'participant',
    summary: 'Открытый урок участника: что запланировано, соавторы, отмена школой, благодарность',
    refuses: [...refusedBy.stage],
    params: stageParams,
    response: persons,
  }),
  'GET /user/stages/:stage_id/lesson/places': route({
    access: 'participant',
    summary: 'Школы региона участника, которые ждут урок, и их свободные дни',
    refuses: [...refusedBy.stage],
    params: stageParams,
    response: Type.Object({ region: nullableString, places: Type.Array(place) }),
  }),
  'PUT /user/stages/:stage_id/lesson/authors/:test_id': route({
    access: 'participant',
    summary: 'Ответить тому, кто назвал участника соавтором урока',
    refuses: [...refusedBy.stage, 'user_not_found'],
    params: Type.Object({ ...stageParams.properties, test_id: id }),
    body: Type.Object({ answer: Type.Enum(['confirmed', 'declined']) }),
    response: persons,
  }),
  'POST /user/stages/:stage_id/lesson/cancellation': route({
    access: 'participant',
    summary: 'Сообщить, что школа отменила урок, и попросить больше времени',
    refuses: [...refusedBy.stage, 'form_invalid', 'cancellation_unavailable'],
    params: stageParams,
    body: Type.Object({ reason: words }),
    response: persons,
  }),
  'GET /user/stages/:stage_id/lesson/certificate': route({
    access: 'participant',
    summary: 'Благодарность за принятый урок',
    refuses: [...refusedBy.stage, 'not_found'],
    params: stageParams,
    response: null,
    download: true,
  }),
  'GET /desk/lesson-cancellations': route({
    access: 'assessor',
    summary: 'Уроки, которые, по словам участников, отменила школа: координатору — из его регионов',
    response: Type.Object({
      cancellations: Type.Array(
        Type.Object({
          cancellation_id: id,
          stage_title: Type.String(),
          competition_code: Type.String(),
          competition_title: Type.String(),
          author: person,
          region: nullableString,
          school: Type.String(),
          starts_at: Type.String(),
          reason: Type.String(),
          asked_at: Type.String(),
          ends_at: nullable(Type.String(), 'Этап без срока'),
          offered: Type.String({ description: 'Предлагаемый новый срок' }),
        }),
      ),
    }),
  }),
  'POST /desk/lesson-cancellations/:cancellation_id': route({
    access: 'assessor',
    summary: 'Подтвердить отмену и назвать новый срок для этого участника или отказать с причиной',
    refuses: [
      'cancellation_not_found',
      'cancellation_decided',
      'cancellation_unavailable',
      'protocol_decides',
      'form_invalid',
      'stage_not_found',
    ],
    params: Type.Object({ cancellation_id: id }),
    body: Type.Object({
      confirmed: Type.Boolean(),
      closes_at: Type.Optional(Type.String({ maxLength: 19 })),
      answer: words,
    }),
    response: Type.Object({ closes_at: nullableString }),
  }),
  'GET /desk/works/:work_id/lesson': route({
    access: 'assessor',
    summary: 'Что портал заметил об уроке: соавторы, похожие фотографии, урок в той же школе в тот же день',
    refuses: ['work_not_found'],
    params: Type.Object({ work_id: id }),
    response: Type.Object({
      lesson: nullable(lesson, 'План ещё не сдан'),
      authors: Type.Array(author),
      same: Type.Array(
        Type.Object({ ...person.properties, topic: Type.String(), starts_at: Type.String(), school: Type.String() }),
        { description: 'Тот же урок у тех, кто не подтвердил, что ведёт его вместе' },
      ),
      photos: Type.Array(
        Type.Object({
          file_id: fileId,
          name: Type.String(),
          other_id: fileId,
          own: Type.Boolean({ description: 'Второй снимок — из этого же отчёта' }),
          test_id: Type.Integer({ description: 'Номер того, кто прислал второй снимок' }),
          region: nullableString,
          bits: Type.Integer({ minimum: 0, description: 'Сколько признаков из 64 различается' }),
        }),
        { description: 'Снимки, похожие на другие' },
      ),
      cancellations: Type.Array(cancellation),
    }),
  }),
  'GET /desk/works/:work_id/lesson/photos/:file_id': route({
    access: 'assessor',
    summary: 'Снимок из отчёта или похожий на него из другого',
    refuses: ['work_not_found', 'not_found', ...refusedBy.storedFile],
    params: Type.Object({ work_id: id, file_id: fileId }),
    response: null,
    download: true,
  }),
  'GET /admin/competitions/:competition/stages/:code/lesson/places': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Школы, которые ждут уроки',
    refuses: [...refusedBy.ownersStage],
    params: stagePlace,
    response: places,
  }),
  'POST /admin/competitions/:competition/stages/:code/lesson/places': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Добавить школу',
    refuses: [...refusedBy.ownersStage, 'form_invalid'],
    params: stagePlace,
    body: Type.Object({ answer: answerData }),
    status: 201,
    response: places,
  }),
  'PUT /admin/competitions/:competition/stages/:code/lesson/places/:place_id': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Изменить школу или её свободные дни; планы, которые уже сданы, остаются',
    refuses: [...refusedBy.ownersStage, 'form_invalid', 'not_found'],
    params: Type.Object({ ...stagePlace.properties, place_id: id }),
    body: Type.Object({ answer: answerData }),
    response: places,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/lesson/places/:place_id': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Убрать школу из списка; планы, которые уже сданы, остаются',
    refuses: [...refusedBy.ownersStage, 'not_found'],
    params: Type.Object({ ...stagePlace.properties, place_id: id }),
    response: places,
  }),
  'GET /admin/competitions/:competition/stages/:code/lesson/map': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Карта уроков: по регионам, с итогами для прессы, и уроки, которые похожи на один и тот же',
    refuses: [...refusedBy.ownersStage],
    params: stagePlace,
    response: Type.Object({
      as_of: asOf,
      totals: Type.Object({ lessons: count, listeners: count, regions: count, people: count, planned: count }),
      districts: Type.Array(Type.Object({ name: Type.String(), regions: Type.Array(regionRow) })),
      elsewhere: nullable(regionRow, 'У всех, кто провёл урок, известен регион'),
      doubles: Type.Array(
        Type.Object({
          school: Type.String(),
          day: Type.String(),
          region: nullableString,
          people: Type.Array(person),
        }),
      ),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/lesson/photos': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Похожие снимки в сданных отчётах, сначала самые похожие',
    refuses: [...refusedBy.ownersStage],
    params: stagePlace,
    query: Type.Object(pageQuery({ size: photoPairsPage })),
    response: Type.Object({ as_of: asOf, count, pairs: Type.Array(Type.Object({ one: photo, other: photo })) }),
  }),
  'GET /admin/competitions/:competition/stages/:code/lesson/certificates': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Благодарности за все принятые уроки документом Word; если людей много, архивом документов',
    refuses: [...refusedBy.ownersStage, 'not_found'],
    params: stagePlace,
    response: null,
    download: true,
  }),
}
