import { Type } from 'typebox'
import { asOf, id, lines, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxTeamNameLength } from '#shared/programme/team-formation/limits.ts'
import { maxTeamSize } from '#shared/programme/team-formation/team-rules.ts'
import { checkDraft, checkReason, earlierCheck } from '#shared/review/checking/routes.ts'
import { checkedTeamsPage, maxMemberNote, maxReason, replacementsPage } from './limits.ts'
import { regionalGroupRoutes } from './regional-routes.ts'

const count = Type.Integer({ minimum: 0 })
const place = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const ofTeam = Type.Object({ ...place.properties, team_id: id })
const testId = Type.Integer({ minimum: 1, maximum: maxInteger, description: 'Номер пользователя, test_id' })
const ofMember = Type.Object({ ...ofTeam.properties, test_id: testId })
const reason = Type.String({ minLength: 1, maxLength: maxReason, pattern: '\\S', description: 'Её прочитает команда' })
const because = Type.Object({ reason })
const state = Type.Enum(['draft', 'complete', 'locked', 'under_check', 'admitted', 'rejected'])
const verdict = Type.Enum(['under_check', 'admitted', 'rejected'])
const checkVerdict = Type.Enum(['accept', 'return', 'refuse'])
const ofMemberVerdict = Type.Enum(['fits', 'unfit'])

const teamFile = Type.Object({ file_id: Type.String(), name: Type.String() })

const team = Type.Object({
  team_id: id,
  name: Type.String(),
  about: Type.String(),
  state,
  verdict: nullable(verdict, 'Команду ещё не проверяли'),
  verdict_at: nullableString,
  verdict_reason: Type.String(),
  size: Type.Object({ min: Type.Integer(), max: Type.Integer() }),
  has_works: Type.Boolean({ description: 'Команда уже сдала работу' }),
  gone: Type.Integer({ minimum: 0, description: 'Сколько человек удалили учётную запись после закрытия этапа' }),
  letter: nullable(teamFile, 'Письма от руководителя нет'),
  lines: Type.Array(Type.String(), { description: 'Чего не хватает, чтобы состав считался собранным' }),
  members: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      region: Type.String(),
      captain: Type.Boolean(),
      duty: Type.String({ description: 'Роль в команде; пусто, если её нет' }),
      since: Type.String(),
      lacks: Type.Array(Type.String()),
      verdict: nullable(ofMemberVerdict, 'Участника ещё не проверяли'),
      note: Type.String({ description: 'Видят только организаторы и проверяющие' }),
      fresh: Type.Boolean({ description: 'Пришёл после прошлой проверки' }),
    }),
  ),
})

/**
 * The organiser's opinion of each member. All members must be listed, so that nobody who joined meanwhile is admitted
 * unseen.
 */
const memberOpinions = Type.Array(
  Type.Object({
    test_id: testId,
    verdict: nullable(ofMemberVerdict, 'Не проверен'),
    note: lines({ maxLength: maxMemberNote }),
    remark: Type.Optional(Type.String({ maxLength: maxReason, description: 'Прочитает команда, если её вернут' })),
  }),
  { maxItems: maxTeamSize },
)

/** The check of a team: the same as for a work, with an opinion of each member. */
export const teamCheckDraft = Type.Object({
  ...checkDraft.properties,
  members: Type.Array(
    Type.Object({
      test_id: testId,
      verdict: nullable(ofMemberVerdict),
      note: Type.String({ maxLength: 2 * maxMemberNote }),
      remark: Type.String({ maxLength: 2 * maxReason }),
    }),
    { maxItems: maxTeamSize },
  ),
})

const deskTeam = Type.Object({ team_id: id })
const ofDesk = ['formed_team_not_found', 'work_decided', 'work_taken'] as const

const plan = Type.Object({
  people: Type.Integer({ minimum: 0, description: 'Сколько человек без команды' }),
  fingerprint: Type.String({ description: 'Называет именно этот расклад' }),
  teams: Type.Array(
    Type.Object({
      team_id: nullable(id, 'Новая команда'),
      name: Type.String(),
      before: Type.Integer({ minimum: 0, description: 'Сколько человек в ней сейчас' }),
      joins: Type.Array(Type.Object({ test_id: Type.Integer(), name: Type.String(), region: Type.String() })),
    }),
  ),
  left: Type.Array(Type.Object({ test_id: Type.Integer(), name: Type.String() }), {
    description: 'Кому места не нашлось',
  }),
})

const ofOwners = [...refusedBy.ownersStage, 'formed_team_not_found'] as const

export const teamsFormingRoutes = {
  ...regionalGroupRoutes,
  'GET /admin/competitions/:competition/stages/:code/teams': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Команды этапа: кто собран, кого проверили и что решили',
    refuses: [...refusedBy.ownersStage],
    params: place,
    query: Type.Object({
      ...pageQuery({ size: checkedTeamsPage }),
      only: Type.Optional(
        Type.Enum(['unchecked', 'under_check', 'admitted', 'rejected', 'short'], {
          description: 'short: людей меньше, чем нужно',
        }),
      ),
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Часть названия или номер команды' })),
    }),
    response: Type.Object({
      as_of: asOf,
      all: count,
      unchecked: count,
      under_check: count,
      admitted: count,
      rejected: count,
      short: count,
      closes_at: nullableString,
      closed: Type.Boolean({ description: 'Этап закрылся, составы закреплены' }),
      free: Type.Integer({ minimum: 0, description: 'Сколько человек искали команду и остались без неё' }),
      count: Type.Integer({ minimum: 0, description: 'Сколько команд в этом списке' }),
      size: Type.Object({ min: Type.Integer(), max: Type.Integer() }),
      teams: Type.Array(
        Type.Object({
          team_id: id,
          name: Type.String(),
          captain: Type.String(),
          members: count,
          ready: Type.Integer({ minimum: 0, description: 'Сколько участников сделали всё, чего требует этап' }),
          unfit: Type.Integer({ minimum: 0, description: 'Скольких проверка не пропустила' }),
          state,
          verdict_reason: Type.String(),
        }),
      ),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/teams/:team_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Одна команда с участниками и тем, что о каждом решила проверка',
    refuses: [...ofOwners],
    params: ofTeam,
    response: team,
  }),
  'PUT /admin/competitions/:competition/stages/:code/teams/:team_id/verdict': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Решить о команде и о каждом участнике; участники названы все, чтобы никто не вошёл незамеченным',
    refuses: [...ofOwners, 'team_changed', 'team_member_unfit', 'team_reason_needed'],
    params: ofTeam,
    body: Type.Object({
      verdict: nullable(verdict, 'Снять с проверки'),
      seen: Type.Optional(nullable(verdict, 'Решение, которое видел организатор')),
      reason: Type.String({ maxLength: maxReason, description: 'Её прочитает команда' }),
      members: memberOpinions,
    }),
    response: team,
  }),
  'PUT /admin/competitions/:competition/stages/:code/teams/:team_id/members/:test_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Ввести участника конкурса в команду, забрав его из прежней; или назначить капитаном того, кто уже в ней',
    refuses: [...ofOwners, 'user_not_found', 'team_member_not_found', 'team_full', 'team_candidate_busy'],
    params: ofMember,
    body: Type.Object({ reason, become: Type.Enum(['member', 'captain']) }),
    response: team,
  }),
  'POST /admin/competitions/:competition/stages/:code/teams/:team_id/members/:test_id/removal': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Вывести участника из команды; последнего не выводят, команду распускают',
    refuses: [...ofOwners, 'team_member_not_found', 'team_last_member'],
    params: ofMember,
    body: because,
    response: team,
  }),
  'POST /admin/competitions/:competition/stages/:code/teams/:team_id/merge': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Перевести всех в другую команду; эта перестаёт существовать',
    refuses: [...ofOwners, 'team_full', 'team_has_works', 'team_same'],
    params: ofTeam,
    body: Type.Object({ into: id, reason }),
    response: team,
  }),
  'POST /admin/competitions/:competition/stages/:code/teams/:team_id/split': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Отделить часть участников в новую команду; первый из них становится её капитаном',
    refuses: [
      ...ofOwners,
      'team_member_not_found',
      'team_last_member',
      'team_has_works',
      'team_name_wrong',
      'team_name_taken',
    ],
    params: ofTeam,
    body: Type.Object({
      team_name: Type.String({ minLength: 1, maxLength: 2 * maxTeamNameLength }),
      members: Type.Array(testId, { minItems: 1, maxItems: maxTeamSize, uniqueItems: true }),
      reason,
    }),
    response: team,
  }),
  'POST /admin/competitions/:competition/stages/:code/teams/:team_id/dissolve': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Распустить команду; название освобождается',
    refuses: [...ofOwners, 'team_has_works'],
    params: ofTeam,
    body: because,
    response: null,
  }),
  'GET /admin/competitions/:competition/stages/:code/teams/:team_id/files/:file_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Скачать письмо от руководителя или документ заявки на замену',
    refuses: [...ofOwners, ...refusedBy.storedFile, 'not_found'],
    params: Type.Object({ ...ofTeam.properties, file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: null,
    download: true,
  }),
  'GET /admin/competitions/:competition/stages/:code/team-replacements': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Заявки капитанов на замену участника: те, что ждут ответа, или те, на которые ответили',
    refuses: [...refusedBy.ownersStage],
    params: place,
    query: Type.Object({
      ...pageQuery({ size: replacementsPage }),
      over: Type.Boolean({ default: false, description: 'Те, на которые ответили или которые отозваны' }),
    }),
    response: Type.Object({
      count: Type.Integer({ minimum: 0, description: 'Сколько заявок в этом списке' }),
      until: nullable(Type.String(), 'Замен на этапе нет'),
      replacements: Type.Array(
        Type.Object({
          id,
          state: Type.Enum(['asked', 'granted', 'declined', 'withdrawn']),
          team_id: id,
          team: Type.String(),
          leaving: nullable(Type.String(), 'Никто не уходит: место уже свободно'),
          coming: Type.String(),
          coming_number: Type.Integer({ description: 'Номер пользователя' }),
          reason: Type.String(),
          asked_at: Type.String(),
          answer: Type.String(),
          files: Type.Array(teamFile),
        }),
      ),
    }),
  }),
  'PUT /admin/competitions/:competition/stages/:code/team-replacements/:replacement_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Ответить на заявку: провести замену или отказать с причиной',
    refuses: [
      ...ofOwners,
      'replacement_not_found',
      'user_not_found',
      'team_candidate_busy',
      'team_full',
      'team_reason_needed',
    ],
    params: Type.Object({ ...place.properties, replacement_id: id }),
    body: Type.Object({
      outcome: Type.Enum(['granted', 'declined']),
      reason: Type.String({ maxLength: maxReason, description: 'Её прочитает команда' }),
    }),
    response: null,
  }),
  'GET /admin/competitions/:competition/stages/:code/teams-assembly': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Как разошлись бы по командам те, кто искал команду и остался без неё; ничего не меняет',
    refuses: [...refusedBy.ownersStage, 'team_assembly_early'],
    params: place,
    response: plan,
  }),
  'POST /admin/competitions/:competition/stages/:code/teams-assembly': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Сделать именно то, что показано: собрать команды и сообщить людям',
    refuses: [...refusedBy.ownersStage, 'team_assembly_early', 'team_assembly_changed', 'nobody_to_assemble'],
    params: place,
    body: Type.Object({ fingerprint: Type.String({ maxLength: 100 }) }),
    response: Type.Object({ placed: count, teams: count }),
  }),
  'GET /desk/teams/:team_id': route({
    access: 'assessor',
    summary: 'Команда для проверки: участники, чего не хватает, прежние решения',
    refuses: ['formed_team_not_found'],
    params: deskTeam,
    response: Type.Object({
      team,
      stage_id: id,
      stage_title: Type.String(),
      competition_code: Type.String(),
      left: count,
      state: Type.Enum(['waits', 'taken', 'decided']),
      taken_by: nullableString,
      waits_since: nullableString,
      target_hours: Type.Integer(),
      return_days: Type.Integer(),
      second_look: Type.Boolean({ description: 'Отказ подтверждает другой человек' }),
      reasons: Type.Array(checkReason),
      checks: Type.Array(earlierCheck),
      draft: nullable(
        Type.Object({ data: teamCheckDraft, revision: Type.Integer(), saved_at: Type.String() }),
        'Этот человек ещё ничего не написал о команде',
      ),
    }),
  }),
  'GET /desk/teams/:team_id/files/:file_id': route({
    access: 'assessor',
    summary: 'Письмо от руководителя или документ заявки на замену',
    refuses: ['formed_team_not_found', ...refusedBy.storedFile, 'not_found'],
    params: Type.Object({ ...deskTeam.properties, file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: null,
    download: true,
  }),
  'PUT /desk/teams/:team_id/draft': route({
    access: 'assessor',
    summary: 'Сохранить начатую проверку команды и оставить её за собой ещё на полчаса',
    refuses: [...ofDesk, 'draft_conflict'],
    params: deskTeam,
    bodyLimit: 512 * 1024,
    body: Type.Object({
      data: teamCheckDraft,
      revision: Type.Optional(Type.Integer({ minimum: 0, maximum: maxInteger })),
    }),
    response: Type.Object({ revision: Type.Integer(), saved_at: Type.String() }),
  }),
  'POST /desk/teams/:team_id/check': route({
    access: 'assessor',
    summary: 'Решить о команде и о каждом участнике: допустить, вернуть с замечаниями или отказать',
    refuses: [
      ...ofDesk,
      'stage_not_found',
      'competition_not_found',
      'team_changed',
      'team_member_unfit',
      'team_reason_needed',
      'verdict_without_reason',
    ],
    params: deskTeam,
    bodyLimit: 512 * 1024,
    body: Type.Object({
      verdict: checkVerdict,
      members: memberOpinions,
      reason_code: Type.Optional(checkDraft.properties.reason_code),
      reason: Type.Optional(checkDraft.properties.reason),
      note: Type.Optional(checkDraft.properties.note),
    }),
    response: Type.Object({ outcome: Type.Enum(['accepted', 'returned', 'refused', 'second_look']) }),
  }),
  'DELETE /desk/teams/:team_id/hold': route({
    access: 'assessor',
    summary: 'Отпустить команду: её сможет взять другой',
    refuses: ['formed_team_not_found'],
    params: deskTeam,
    response: null,
  }),
}
