import { Type } from 'typebox'
import { id, maxInteger, nullable } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxReason, maxRegionalName, maxRegionalPlaces, regionalTeamsPage } from './limits.ts'

const count = Type.Integer({ minimum: 0 })
const place = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const ofGroup = Type.Object({ ...place.properties, group_id: id })
const ofTeam = Type.Object({ ...place.properties, team_id: id })
const testId = Type.Integer({ minimum: 1, maximum: maxInteger, description: 'Номер пользователя, test_id' })
const ofMember = Type.Object({ ...ofTeam.properties, test_id: testId })
const named = Type.String({ minLength: 1, maxLength: maxRegionalName, pattern: '\\S' })
const reason = Type.String({ minLength: 1, maxLength: maxReason, pattern: '\\S', description: 'Её прочитает участник' })
const region = Type.String({ minLength: 1, maxLength: 20, description: 'kladr_code' })

const group = Type.Object({
  title: named,
  regions: Type.Array(region, { minItems: 1, maxItems: 100, uniqueItems: true }),
})
const team = Type.Object({
  name: named,
  capacity: Type.Integer({ minimum: 1, maximum: maxRegionalPlaces, description: 'Сколько в команде мест' }),
})
const made = Type.Object({ id })
const mark = Type.Object({
  author: testId,
  teammate: testId,
  mark: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.String(),
})

const organisers = { access: 'assessment' as const, competition: 'params' as const }
const ofOwners = refusedBy.ownersStage
const onTeam = [...ofOwners, 'team_not_found'] as const

/** The organiser's routes for regional groups, their teams, places and marks. */
export const regionalGroupRoutes = {
  'GET /admin/competitions/:competition/stages/:code/regional-groups': route({
    ...organisers,
    summary: 'Региональные группы конкурса и регионы, из которых их составляют',
    refuses: ofOwners,
    params: place,
    response: Type.Object({
      groups: Type.Array(
        Type.Object({
          id,
          title: Type.String(),
          regions: Type.Array(Type.String()),
          teams: count,
          members: count,
          places: count,
        }),
      ),
      regions: Type.Array(Type.Object({ id: Type.String(), value: Type.String() })),
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/regional-groups': route({
    ...organisers,
    summary: 'Создать группу; регион входит в одну группу конкурса',
    refuses: [...ofOwners, 'region_not_found', 'region_in_other_group'],
    params: place,
    body: group,
    response: made,
  }),
  'PUT /admin/competitions/:competition/stages/:code/regional-groups/:group_id': route({
    ...organisers,
    summary: 'Изменить группу; кто уже в её командах, остаётся в них',
    refuses: [...ofOwners, 'regional_group_not_found', 'region_not_found', 'region_in_other_group'],
    params: ofGroup,
    body: group,
    response: null,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/regional-groups/:group_id': route({
    ...organisers,
    summary: 'Удалить группу с её пустыми командами; пока в них есть люди, её не удаляют',
    refuses: [...ofOwners, 'regional_group_not_found', 'regional_in_use'],
    params: ofGroup,
    response: null,
  }),
  'GET /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams': route({
    ...organisers,
    summary: 'Команды группы с их людьми; поиск по названию и фамилии',
    refuses: [...ofOwners, 'regional_group_not_found'],
    params: ofGroup,
    query: Type.Object({
      search: Type.String({ maxLength: 100, default: '' }),
      ...pageQuery({ size: regionalTeamsPage, max: regionalTeamsPage }),
    }),
    response: Type.Object({
      count,
      teams: Type.Array(
        Type.Object({
          team_id: id,
          name: Type.String(),
          capacity: Type.Integer(),
          marks: Type.Integer({ minimum: 0, description: 'Сколько оценок участники поставили друг другу' }),
          members: Type.Array(Type.Object({ test_id: Type.Integer(), name: Type.String() })),
        }),
      ),
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams': route({
    ...organisers,
    summary: 'Создать команду в группе',
    refuses: [...ofOwners, 'regional_group_not_found'],
    params: ofGroup,
    body: team,
    response: made,
  }),
  'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id': route({
    ...organisers,
    summary: 'Изменить название и число мест; мест не меньше, чем людей',
    refuses: [...onTeam, 'regional_places_taken'],
    params: ofTeam,
    body: team,
    response: null,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/regional-teams/:team_id': route({
    ...organisers,
    summary: 'Удалить пустую команду',
    refuses: [...onTeam, 'regional_in_use'],
    params: ofTeam,
    response: null,
  }),
  'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id/members/:test_id': route({
    ...organisers,
    summary: 'Ввести участника конкурса в команду, также из другой и после закрытия этапа',
    refuses: [...onTeam, 'user_not_found', 'team_full'],
    params: ofMember,
    body: Type.Object({ reason }),
    response: null,
  }),
  'POST /admin/competitions/:competition/stages/:code/regional-teams/:team_id/members/:test_id/removal': route({
    ...organisers,
    summary: 'Вывести участника; оценки, которые он поставил и получил, удаляются',
    refuses: [...onTeam, 'team_member_not_found'],
    params: ofMember,
    body: Type.Object({ reason }),
    response: null,
  }),
  'GET /admin/competitions/:competition/stages/:code/regional-teams/:team_id/marks': route({
    ...organisers,
    summary: 'Оценки, которые участники команды поставили друг другу',
    refuses: onTeam,
    params: ofTeam,
    response: Type.Object({
      members: Type.Array(Type.Object({ test_id: Type.Integer(), name: Type.String() })),
      marks: Type.Array(mark),
    }),
  }),
  'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id/marks': route({
    ...organisers,
    summary: 'Поставить, исправить или убрать оценку одного участника другому',
    refuses: [...onTeam, 'not_teammate'],
    params: ofTeam,
    body: Type.Object({
      author: testId,
      teammate: testId,
      mark: nullable(mark.properties.mark, 'Убрать оценку'),
      reason: Type.String({
        minLength: 1,
        maxLength: maxReason,
        pattern: '\\S',
        description: 'Её прочитает автор оценки',
      }),
    }),
    response: null,
  }),
}
