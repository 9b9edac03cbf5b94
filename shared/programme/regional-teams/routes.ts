import { Type } from 'typebox'
import { id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { groupPage } from '#shared/stages/regional-view.ts'

const params = Type.Object({ code: Type.String({ minLength: 1, maxLength: 64, description: 'Код конкурса' }) })
const userId = Type.Integer({ description: 'Номер пользователя, test_id' })
const name = { last_name: Type.String(), first_name: Type.String() }

const about = {
  skills: Type.String({ maxLength: 500, description: 'Чем участник силён' }),
  about: Type.String({ maxLength: 1000, description: 'Что ещё о нём стоит знать команде' }),
}

const membership = Type.Object({ team_id: nullable(Type.Integer()) })

export const teamRoutes = {
  'GET /user/:code/regional_teams/my-group': route({
    access: 'participant',
    summary: 'Команды своей региональной группы: сначала своя, затем те, где есть места',
    refuses: refusedBy.regionalStage,
    params,
    query: Type.Object({
      ...pageQuery({ size: groupPage }),
      team_name: Type.String({ maxLength: 100, default: '', description: 'Часть названия' }),
    }),
    response: Type.Object({
      group: nullable(Type.Object({ code: Type.String(), title: Type.String() }), 'Для региона участника группы нет'),
      teams: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          members: Type.Array(Type.Object({ user_id: userId, ...name })),
          places_left: Type.Integer(),
          my_team: Type.Boolean(),
        }),
      ),
      count: Type.Integer({ description: 'Сколько команд найдено' }),
      team_id: nullable(Type.Integer(), 'Участник не состоит в команде'),
      may_change: Type.Boolean({ description: 'Состав команд можно менять' }),
      reason: Type.String({ description: 'Почему менять нельзя; пусто, когда можно' }),
    }),
  }),
  'POST /user/:code/regional_teams/join-team': route({
    access: 'participant',
    summary: 'Вступить в команду своей группы',
    refuses: [...refusedBy.regionalStage, 'already_in_team', 'team_not_found', 'team_full', 'teams_closed'],
    params,
    body: Type.Object({ team_id: id }),
    response: membership,
  }),
  'POST /user/:code/regional_teams/leave-team': route({
    access: 'participant',
    summary: 'Выйти из своей команды; место освобождается',
    refuses: [...refusedBy.regionalStage, 'not_in_team', 'teams_closed'],
    params,
    response: membership,
  }),
  'GET /user/:code/regional_teams/my-team': route({
    access: 'participant',
    summary: 'Своя команда и то, что её участники рассказали о себе; видна только им',
    refuses: refusedBy.regionalStage,
    params,
    response: Type.Object({
      team: nullable(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          places_left: Type.Integer(),
          members: Type.Array(Type.Object({ user_id: userId, ...name, me: Type.Boolean(), ...about })),
        }),
      ),
    }),
  }),
  'GET /user/:code/regional_teams/my-profile': route({
    access: 'participant',
    summary: 'Что участник рассказал о себе своей команде',
    refuses: refusedBy.regionalStage,
    params,
    response: Type.Object({ ...about, saved_at: nullableString }),
  }),
  'POST /user/:code/regional_teams/my-profile': route({
    access: 'participant',
    summary: 'Рассказать о себе своей команде',
    refuses: refusedBy.regionalStage,
    params,
    body: Type.Object(about),
    response: Type.Object({ saved_at: Type.String() }),
  }),
  'GET /user/:code/regional_teams/my-team-assessments': route({
    access: 'participant',
    ownOnly: true,
    summary: 'Свои оценки участников команды и срок, в который их можно ставить',
    refuses: refusedBy.regionalStage,
    params,
    response: Type.Object({
      teammates: Type.Array(
        Type.Object({
          user_id: userId,
          ...name,
          mark: nullable(Type.Integer()),
          comment: Type.String(),
        }),
      ),
      may_assess: Type.Boolean(),
      reason: Type.String({ description: 'Почему оценивать нельзя; пусто, когда можно' }),
      opens_at: nullableString,
      closes_at: nullableString,
    }),
  }),
  'POST /user/:code/regional_teams/my-team-assessments': route({
    access: 'participant',
    summary: 'Поставить оценки участникам своей команды, кроме себя',
    refuses: [...refusedBy.regionalStage, 'assessment_closed', 'not_in_team', 'not_teammate'],
    params,
    body: Type.Object({
      assessments: Type.Array(
        Type.Object({
          user_id: id,
          mark: Type.Integer({ minimum: 1, maximum: 5 }),
          comment: Type.String({ maxLength: 1000 }),
        }),
        { minItems: 1, maxItems: 50 },
      ),
    }),
    response: Type.Object({ saved: Type.Integer() }),
  }),
}
