import { Type } from 'typebox'
import { audienceChoices, audienceFields, options } from '#shared/people/participants/audience.ts'
import { id, nullable } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { bulkAct, skips } from './acts.ts'
import { skippedPage } from './limits.ts'

const text = Type.String()
const secondsLeft = nullable(
  Type.Integer({ minimum: 0, description: 'Через сколько секунд закончится, если известно' }),
)
const count = Type.Integer({ minimum: 0 })
const code = Type.String({ minLength: 1, maxLength: 64 })
const competitionParams = Type.Object({ competition: code })
const oneParams = Type.Object({ competition: code, bulk_act_id: id })
const person = { test_id: id, name: text }
const why = Type.Enum([...skips])
const reasons = Type.Array(Type.Object({ why, people: count }), {
  description: 'Кого действие не касается и почему; сначала те, кого больше',
})
const asked = { ...audienceFields, act: bulkAct }

const list = Type.Object({
  title: Type.String({ description: 'Название конкурса' }),
  choices: audienceChoices,
  moves: Type.Array(Type.Object({ id: text, value: text, tracks: options }), {
    description: 'Этапы выбора трека, каждый со своими треками',
  }),
  acts: Type.Array(
    Type.Object({
      id,
      what: Type.String({ description: 'Что сделано, словами' }),
      about: Type.String({ description: 'С кем, словами' }),
      reason: text,
      by: Type.String({ description: 'Кто это сделал; пусто, когда его учётной записи больше нет' }),
      at: text,
      state: Type.Enum(['gathering', 'waiting', 'running', 'done', 'undoing', 'undone']),
      people: Type.Integer({ description: 'Сколько людей в отборе; пока их собирают — сколько уже собрано' }),
      done: count,
      skipped: count,
      undone: count,
      seconds_left: secondsLeft,
      confirmed_by: Type.String({ description: 'Кто подтвердил; пусто, когда этого не требуется или ещё не сделано' }),
      final: Type.Boolean({ description: 'После подтверждения не отменяется: участники уже прочитали решение' }),
      may_confirm: Type.Boolean({ description: 'Вы можете подтвердить: просил другой организатор' }),
    }),
  ),
})

export const bulkActRoutes = {
  'GET /admin/competitions/:competition/bulk-acts': route({
    access: 'participants',
    competition: 'params',
    summary: 'Действия со многими участниками и как далеко они продвинулись',
    refuses: ['competition_not_found'],
    params: competitionParams,
    response: list,
  }),
  'POST /admin/competitions/:competition/bulk-acts/preview': route({
    access: 'participants',
    competition: 'params',
    summary: 'Кого изменит действие, ничего не меняя',
    refuses: [
      'competition_not_found',
      'stage_not_found',
      'unknown_track',
      'extension_useless',
      'extension_too_short',
      'act_unfit',
    ],
    params: competitionParams,
    body: Type.Object(asked),
    response: Type.Object({
      people: Type.Integer({ description: 'Сколько людей в отборе' }),
      will: Type.Integer({ description: 'Скольких из них действие изменит' }),
      skipped: reasons,
      samples: Type.Array(Type.Object(person), { description: 'Первые из тех, кого оно изменит' }),
      loses: Type.Array(Type.Object({ title: text, people: count, handed_in: count }), {
        description: 'Этапы, которые скроются у тех, кто их уже начал; сделанное сохранится',
      }),
    }),
  }),
  'POST /admin/competitions/:competition/bulk-acts': route({
    access: 'participants',
    competition: 'params',
    summary: 'Сделать это со всеми участниками отбора',
    refuses: [
      'competition_not_found',
      'stage_not_found',
      'unknown_track',
      'extension_useless',
      'extension_too_short',
      'nobody_to_change',
      'act_unfit',
      'deciding_right_needed',
    ],
    params: competitionParams,
    body: Type.Object({
      ...asked,
      reason: Type.String({ minLength: 1, maxLength: maxReason, description: 'Почему; остаётся в истории' }),
    }),
    response: list,
  }),
  'POST /admin/competitions/:competition/bulk-acts/:bulk_act_id/confirmation': route({
    access: 'participants',
    competition: 'params',
    summary: 'Подтвердить действие, о котором попросил другой организатор',
    refuses: [
      'competition_not_found',
      'bulk_act_not_found',
      'bulk_act_gathering',
      'bulk_act_over',
      'bulk_act_own',
      'deciding_right_needed',
    ],
    params: oneParams,
    response: list,
  }),
  'POST /admin/competitions/:competition/bulk-acts/:bulk_act_id/undo': route({
    access: 'participants',
    competition: 'params',
    summary: 'Отменить действие у всех, кого оно изменило; начатое останавливается',
    refuses: ['competition_not_found', 'bulk_act_not_found', 'bulk_act_over', 'bulk_act_final'],
    params: oneParams,
    response: list,
  }),
  'GET /admin/competitions/:competition/bulk-acts/:bulk_act_id/skipped': route({
    access: 'participants',
    competition: 'params',
    summary: 'Кого действие не коснулось и почему',
    refuses: ['competition_not_found', 'bulk_act_not_found'],
    params: oneParams,
    query: Type.Object(pageQuery({ size: skippedPage })),
    response: Type.Object({ reasons, count, people: Type.Array(Type.Object({ ...person, why })) }),
  }),
}
