import { type TSchema, Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { stageStatuses } from './status.ts'

export const remark = Type.Object({ field: Type.String(), text: Type.String() })

/** One question and its answer in words. */
export const readableLine = Type.Object({
  section: Type.String(),
  label: Type.String(),
  value: Type.String(),
  field: Type.Optional(Type.String({ description: 'Путь поля в ответе' })),
  files: Type.Optional(
    Type.Array(
      Type.Object({
        file_id: Type.String(),
        name: Type.String(),
        size: Type.Optional(Type.Integer({ description: 'Байты' })),
        type: Type.Optional(Type.String()),
      }),
    ),
  ),
  words: Type.Optional(Type.Integer({ description: 'Сколько слов написал автор, если часть текста скрыта' })),
})

/** Maximum depth of the tree. It keeps recursion out of the contract. */
export const maxTreeDepth = 4

function stageNode(levels: number): TSchema {
  return Type.Object({
    stage_id: id,
    parent_id: nullable(id),
    type: Type.String({ description: 'Вид этапа' }),
    code: Type.String({ description: 'Код этапа, последняя часть его адреса' }),
    view: Type.String(),
    status: Type.Enum([...stageStatuses]),
    is_active: Type.Boolean(),
    tracks: Type.Array(Type.String()),
    start_date: nullableString,
    end_date: nullableString,
    title: Type.String(),
    extra_data: Type.Object({
      viewable: Type.Boolean(),
      team_id: nullable(Type.Integer()),
      has_manual: Type.Boolean({ description: 'Инструкция такая длинная, что у неё своя страница' }),
      summary: Type.String(),
      reason: Type.String({ description: 'Почему статус такой, предложением' }),
      reasons: Type.Array(Type.String(), { description: 'Все невыполненные условия' }),
      changes_at: nullableString,
      handed_in_at: nullableString,
      reopened: Type.Boolean({ description: 'Было сдано, но этап открыт заново и ответ нужен ещё раз' }),
      end_is_personal: Type.Boolean({ description: 'Срок продлён лично этому участнику' }),
      optional: Type.Boolean({ description: 'Никто не обязан: среди пройденных этапов не считается' }),
      remarks: Type.Array(remark),
    }),
    childs: levels > 1 ? Type.Array(stageNode(levels - 1)) : Type.Array(Type.Object({})),
  })
}

const receipt = Type.Object({
  number: Type.String(),
  handed_in_at: Type.String(),
  revision: Type.Integer(),
  stage_title: Type.String(),
  by_system: Type.Optional(Type.Boolean({ description: 'Черновик сдан системой в момент окончания этапа' })),
})

const next = nullable(
  Type.Object({
    code: Type.String(),
    type: Type.String(),
    title: Type.String(),
    status: Type.String(),
    // Optional, because a stored answer to a repeated request may be older than these fields.
    view: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String({ description: 'Когда он откроется или почему закрыт, предложением' })),
  }),
)

const stageParams = Type.Object({ stage_id: id })

export const stageRoutes = {
  'GET /user/user-stages': route({
    access: 'participant',
    summary: 'Дерево этапов трека со статусами',
    refuses: ['competition_not_found'],
    query: Type.Object({
      competition_code: Type.String({ maxLength: 64 }),
      track: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: Type.Object({
      now: Type.String({ description: 'Время сервера: часам браузера не верим' }),
      stages: Type.Array(stageNode(maxTreeDepth)),
      disqualification: nullable(
        Type.Object({ infoblock: Type.Object({ title: Type.String(), text: Type.String() }) }),
      ),
    }),
  }),
  'GET /user/stages/:stage_id': route({
    access: 'participant',
    summary: 'Один этап: инструкция, материалы, что сдано и что решено',
    refuses: refusedBy.stage,
    params: stageParams,
    response: Type.Object({
      stage_id: id,
      type: Type.String(),
      code: Type.String(),
      title: Type.String(),
      status: Type.Enum([...stageStatuses]),
      is_active: Type.Boolean(),
      processed_by_people: Type.Boolean({ description: 'Обрабатывают люди: скоро статус не сменится' }),
      reason: Type.String(),
      changes_at: nullableString,
      start_date: nullableString,
      end_date: nullableString,
      end_is_personal: Type.Boolean({ description: 'Срок продлён лично этому участнику' }),
      manual: Type.String(),
      settings: Type.Unknown({ description: 'То из настроек вида, что показано участнику; до открытия этапа пусто' }),
      ahead: nullable(
        Type.Object(
          {
            conditions: Type.Array(
              Type.Object({
                state: Type.Enum(['met', 'pending', 'failed']),
                text: Type.String(),
                stage: nullable(
                  Type.Object({ type: Type.String(), code: Type.String(), view: Type.String(), open: Type.Boolean() }),
                ),
              }),
              { description: 'Всё, от чего зависит открытие, кроме его дня' },
            ),
            asks: Type.Array(Type.String(), { description: 'О чём спросит этап' }),
            summary: Type.String(),
            minutes: nullable(Type.Integer()),
            preparation: Type.Array(Type.String()),
            reminds: Type.Boolean({ description: 'Участник попросил напомнить об открытии' }),
          },
          { description: 'О закрытом пока этапе; null, когда он уже открывался' },
        ),
      ),
      answer: nullable(answerData),
      receipt: nullable(receipt),
      decision: nullable(
        Type.Object({
          outcome: Type.String(),
          reason: Type.String(),
          next_step: Type.String(),
          comments: Type.Array(Type.String(), { description: 'Что написали эксперты, без имён' }),
          published_at: Type.String(),
        }),
      ),
      remarks: Type.Array(remark),
      next,
    }),
  }),
  'PUT /user/stages/:stage_id/reminder': route({
    access: 'participant',
    summary: 'Попросить напомнить, когда этап откроется',
    refuses: ['stage_not_found', 'stage_already_open'],
    params: stageParams,
    response: null,
  }),
  'DELETE /user/stages/:stage_id/reminder': route({
    access: 'participant',
    summary: 'Больше не напоминать об открытии этапа',
    refuses: ['stage_not_found'],
    params: stageParams,
    response: null,
  }),
  'GET /user/calendar-address': route({
    access: 'participant',
    ownOnly: true,
    summary: 'Есть ли у участника адрес календаря сроков; сам адрес показан один раз, при создании',
    response: Type.Object({ created_at: nullableString }),
  }),
  'POST /user/calendar-address': route({
    access: 'participant',
    summary: 'Создать адрес календаря сроков; прежний перестаёт действовать',
    response: Type.Object({ url: Type.String() }),
    status: 201,
  }),
  'DELETE /user/calendar-address': route({
    access: 'participant',
    summary: 'Закрыть адрес календаря сроков',
    response: null,
  }),
  'GET /calendar/:token': route({
    access: 'public',
    summary: 'Сроки участника для программы-календаря, iCalendar',
    refuses: ['not_found'],
    params: Type.Object({ token: Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]+$' }) }),
    response: null,
    download: true,
  }),
  'GET /user/stages/:stage_id/receipt': route({
    access: 'participant',
    summary: 'Квитанция о сдаче файлом',
    refuses: [...refusedBy.stage, 'not_found'],
    params: stageParams,
    response: null,
    download: true,
  }),
}

export const handInAnswer = Type.Object({
  receipt,
  status: Type.Enum([...stageStatuses]),
  next,
})
