import { Type } from 'typebox'
import { id, lines, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import {
  codeDays,
  codeUses,
  maxAboutLength,
  maxContactLength,
  maxDutyLength,
  maxReplacementReason,
  maxSkillsLength,
  maxTeamAboutLength,
  maxTeamNameLength,
  replacementFiles,
  seekersPage,
  teamsPage,
} from './limits.ts'
import { teamRights } from './team-rights.ts'

const userId = Type.Integer({ minimum: 1, maximum: maxInteger, description: 'Номер пользователя, test_id' })
const name = { last_name: Type.String(), first_name: Type.String() }
const teamName = Type.String({ minLength: 1, maxLength: 2 * maxTeamNameLength })
const code = Type.String({ minLength: 1, maxLength: 40, description: 'Код приглашения' })
const stageParams = Type.Object({ stage_id: id })
const teamParams = Type.Object({ team_id: id })
const memberParams = Type.Object({ team_id: id, user_id: userId })
const withCode = Type.Object({ invite_code: Type.Optional(code) })

const standing = Type.Union([
  Type.Literal('captain'),
  Type.Literal('member'),
  Type.Literal('requested'),
  Type.Literal('invited'),
  Type.Null({ description: 'Посторонний' }),
])

const changing = {
  may_change: Type.Boolean({ description: 'Состав команд сейчас можно менять' }),
  reason: Type.String({ description: 'Почему менять нельзя; пусто, когда можно' }),
}

const membership = Type.Object({ team_id: nullable(id), standing })

const listed = Type.Object({
  team_id: id,
  name: Type.String(),
  members: Type.Array(Type.Object({ user_id: userId, ...name })),
  places_left: Type.Integer(),
  my_team: Type.Boolean(),
  standing,
  takes_requests: Type.Boolean(),
})

const seeker = Type.Object({ user_id: userId, ...name, region: Type.String() })

const paper = Type.Object({ file_id: Type.String(), name: Type.String() })
const sentFile = Type.Object({
  file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  name: Type.String({ maxLength: 300 }),
  size: Type.Optional(Type.Integer({ minimum: 0 })),
  type: Type.Optional(Type.String({ maxLength: 200 })),
})

const replacement = Type.Object({
  until: nullableString,
  may_ask: Type.Boolean({ description: 'Капитан может сейчас попросить о замене' }),
  reason: Type.String({ description: 'Почему попросить нельзя; пусто, когда можно' }),
  last: nullable(
    Type.Object({
      id,
      state: Type.Enum(['asked', 'granted', 'declined', 'withdrawn']),
      leaving: nullable(Type.String(), 'Никто не уходит: место уже свободно'),
      coming: Type.Integer({ description: 'Номер нового участника; имя он называет сам' }),
      reason: Type.String(),
      asked_at: Type.String(),
      answer: Type.String({ description: 'Что ответил организатор' }),
      files: Type.Array(paper),
    }),
    'О замене ещё не просили',
  ),
})

const team = Type.Object({
  team_id: id,
  stage_id: id,
  name: Type.String(),
  about: Type.String(),
  state: Type.String({ description: 'draft, complete, locked, under_check, admitted или rejected' }),
  standing,
  may: Type.Array(Type.Enum([...teamRights]), { description: 'Что можно сделать с командой сейчас' }),
  ...changing,
  places_left: Type.Integer(),
  size: Type.Object({ min: Type.Integer(), max: Type.Integer() }),
  takes_requests: Type.Boolean(),
  in_team: Type.Boolean({ description: 'Участник уже состоит в какой-либо команде этапа' }),
  code_fits: nullable(Type.Boolean(), 'Код не назван или не проверялся'),
  code_wait: nullable(
    Type.Integer({
      minimum: 0,
      description: 'Код не проверен: слишком много неверных. Через сколько секунд можно снова',
    }),
    'Код проверен или не назван',
  ),
  code_replaced: Type.Boolean({ description: 'Капитан заменил или отменил этот код' }),
  members: Type.Array(
    Type.Object({
      user_id: userId,
      ...name,
      region: Type.String(),
      captain: Type.Boolean(),
      duty: Type.String({ description: 'Роль в команде; видно только своей команде' }),
      me: Type.Boolean(),
      skills: Type.String({ description: 'Видно только своей команде' }),
      about: Type.String(),
      contact: Type.String(),
      avatar: nullable(Type.String(), 'Фотографии нет, или читатель не из этой команды'),
      can_remind: Type.Boolean({ description: 'Можно напомнить участнику о том, чего он ещё не сделал' }),
      lacks: Type.Array(Type.String(), { description: 'Чего участник ещё не сделал; видно только своей команде' }),
    }),
  ),
  roles: Type.Array(Type.String(), { description: 'Роли, которые должны быть в команде' }),
  letter: nullable(
    Type.Object({ file: nullable(paper, 'Письма ещё нет') }),
    'Письмо от руководителя не нужно, или читатель не из этой команды',
  ),
  replacement: nullable(replacement, 'Замен на этапе нет, или читатель не из этой команды'),
  completeness: nullable(
    Type.Object({ words: Type.String(), complete: Type.Boolean(), lines: Type.Array(Type.String()) }),
    'Видно только своей команде',
  ),
  returned: nullable(
    Type.Object({
      until: Type.String({ description: 'До какого времени состав можно менять' }),
      reason: Type.String(),
      remarks: Type.Array(Type.Object({ user_id: userId, ...name, text: Type.String() })),
    }),
    'Команду не возвращали, срок прошёл, или читатель не из этой команды',
  ),
  invite_code: nullable(Type.String(), 'Кода нет, или он не для этого читателя'),
  invite: nullable(Type.Object({ expires_at: Type.String(), uses_left: Type.Integer(), valid: Type.Boolean() })),
  requests: Type.Array(seeker, { description: 'Кто просится в команду; только капитану' }),
  invited: Type.Array(Type.Object({ user_id: userId, since: Type.String() }), {
    description: 'Кого капитан позвал; только ему, без имён: имя называет сам человек',
  }),
  letters: Type.Array(Type.Object({ id, shown: Type.String(), since: Type.String() }), {
    description: 'Кого капитан позвал по почте; адрес виден не целиком',
  }),
})

const about = {
  skills: lines({ maxLength: maxSkillsLength, description: 'Что человек умеет' }),
  about: Type.String({ maxLength: maxAboutLength, description: 'О себе' }),
  contact: Type.String({ maxLength: maxContactLength, description: 'Как с ним связаться' }),
}
const saveProfile = {
  access: 'participant' as const,
  params: Type.Object({ user_id: userId }),
  refuses: ['user_not_found'] as const,
  body: Type.Object(about),
  response: Type.Object({ saved_at: Type.String() }),
}

export const teamFormationRoutes = {
  'GET /user/teams_formation/:stage_id/teams': route({
    access: 'participant',
    summary: 'Команды этапа: своя, затем те, где есть места, затем полные',
    refuses: refusedBy.openStage,
    params: stageParams,
    query: Type.Object({
      team_name: Type.String({ maxLength: 100, default: '', description: 'Часть названия' }),
      ...pageQuery({ size: teamsPage, max: teamsPage }),
    }),
    response: Type.Object({
      teams: Type.Array(listed),
      count: Type.Integer({ description: 'Сколько команд найдено' }),
      team_id: nullable(id, 'Участник не состоит в команде'),
      elsewhere: nullable(
        Type.Object({ team_id: id, name: Type.String(), stage: Type.String() }),
        'Участник не состоит в команде другого этапа; пока он в ней, здесь он не может ни создать команду, ни вступить',
      ),
      captain: Type.Boolean({ description: 'Участник — капитан своей команды' }),
      invitations: Type.Array(Type.Object({ team_id: id, name: Type.String() }), {
        description: 'Команды, которые зовут участника',
      }),
      looking: Type.Boolean({ description: 'Участник сказал, что ищет команду' }),
      size: Type.Object({ min: Type.Integer(), max: Type.Integer() }),
      ...changing,
    }),
  }),
  'POST /user/teams_formation/:stage_id/teams': route({
    access: 'participant',
    summary: 'Создать команду и стать её капитаном',
    refuses: [
      ...refusedBy.openStage,
      'already_in_team',
      'in_other_team',
      'team_name_wrong',
      'team_name_taken',
      'teams_closed',
    ],
    params: stageParams,
    body: Type.Object({ team_name: teamName }),
    response: membership,
    limit: 'team_change',
  }),
  'GET /user/teams_formation/teams/:team_id': route({
    access: 'participant',
    summary: 'Команда: состав и то, что с ней можно сделать',
    refuses: [...refusedBy.formedTeam, ...refusedBy.guessed],
    params: teamParams,
    query: withCode,
    response: team,
  }),
  'PUT /user/teams_formation/teams/:team_id': route({
    access: 'participant',
    summary: 'Изменить команду: название, рассказ о ней, принимает ли она заявки',
    refuses: [...refusedBy.formedTeam, 'team_captain_only', 'team_name_wrong', 'team_name_taken', 'teams_closed'],
    params: teamParams,
    query: withCode,
    body: Type.Object({
      team_name: Type.Optional(teamName),
      about: Type.Optional(Type.String({ maxLength: maxTeamAboutLength })),
      takes_requests: Type.Optional(Type.Boolean()),
    }),
    response: team,
    limit: 'team_change',
  }),
  'POST /user/teams_formation/teams/:team_id/members': route({
    access: 'participant',
    summary: 'Вступить по коду или приглашению, иначе подать заявку капитану',
    refuses: [
      ...refusedBy.formedTeam,
      'already_in_team',
      'in_other_team',
      ...refusedBy.teamCode,
      'team_full',
      'team_requests_closed',
      'team_requests_too_many',
      'teams_closed',
    ],
    params: teamParams,
    body: withCode,
    response: membership,
    limit: 'team_change',
  }),
  'PUT /user/teams_formation/teams/:team_id/members/:user_id': route({
    access: 'participant',
    summary: 'Принять заявку или передать капитанство',
    refuses: [
      ...refusedBy.formedTeam,
      'team_captain_only',
      'team_member_not_found',
      'team_candidate_busy',
      'team_full',
      'teams_closed',
    ],
    params: memberParams,
    body: Type.Object({ become: Type.Union([Type.Literal('member'), Type.Literal('captain')]) }),
    response: team,
    limit: 'team_change',
  }),
  'DELETE /user/teams_formation/teams/:team_id/members/:user_id': route({
    access: 'participant',
    summary:
      'Выйти, отозвать заявку, отклонить приглашение; капитан — исключить, отклонить заявку, отозвать приглашение',
    refuses: [...refusedBy.formedTeam, 'team_captain_only', 'team_member_not_found', 'not_in_team', 'teams_closed'],
    params: memberParams,
    response: membership,
    limit: 'team_change',
  }),
  'PUT /user/teams_formation/teams/:team_id/members/:user_id/duty': route({
    access: 'participant',
    summary: 'Назвать роль участника: свою называет каждый, любую — капитан',
    refuses: [
      ...refusedBy.formedTeam,
      'team_captain_only',
      'team_member_not_found',
      'team_duty_unknown',
      'teams_closed',
    ],
    params: memberParams,
    body: Type.Object({ duty: Type.String({ maxLength: maxDutyLength, description: 'Пусто: без роли' }) }),
    response: team,
    limit: 'team_change',
  }),
  'POST /user/teams_formation/teams/:team_id/check': route({
    access: 'participant',
    summary: 'Капитан отправляет исправленный состав на проверку, не дожидаясь срока',
    refuses: [...refusedBy.formedTeam, 'team_captain_only', 'teams_closed', 'team_not_returned', 'team_incomplete'],
    params: teamParams,
    response: team,
    limit: 'team_change',
  }),
  'PUT /user/teams_formation/teams/:team_id/letter': route({
    access: 'participant',
    summary: 'Приложить письмо от руководителя или убрать его',
    refuses: [...refusedBy.formedTeam, 'team_captain_only', 'team_letter_not_asked', 'teams_closed', 'form_invalid'],
    params: teamParams,
    body: Type.Object({ letter: Type.Array(sentFile, { maxItems: 1 }) }),
    response: team,
    limit: 'team_change',
  }),
  'GET /user/teams_formation/teams/:team_id/files/:file_id': route({
    access: 'participant',
    summary: 'Скачать письмо или документ своей команды',
    refuses: [...refusedBy.formedTeam, ...refusedBy.storedFile, 'not_found'],
    params: Type.Object({ team_id: id, file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: null,
    download: true,
  }),
  'POST /user/teams_formation/teams/:team_id/replacements': route({
    access: 'participant',
    summary: 'Попросить о замене участника после закрытия этапа; решает организатор',
    refuses: [
      ...refusedBy.formedTeam,
      'team_captain_only',
      'team_member_not_found',
      'user_not_found',
      'team_candidate_busy',
      'team_full',
      'replacement_closed',
      'replacement_open',
      'form_invalid',
    ],
    params: teamParams,
    body: Type.Object({
      leaving: nullable(userId, 'Никто не уходит: место уже свободно'),
      coming: userId,
      reason: Type.String({ minLength: 1, maxLength: maxReplacementReason, pattern: '\\S' }),
      documents: Type.Array(sentFile, { minItems: 1, maxItems: replacementFiles.max }),
    }),
    response: team,
    limit: 'team_change',
  }),
  'DELETE /user/teams_formation/teams/:team_id/replacements/:replacement_id': route({
    access: 'participant',
    summary: 'Отозвать заявку на замену',
    refuses: [...refusedBy.formedTeam, 'team_captain_only', 'replacement_not_found'],
    params: Type.Object({ team_id: id, replacement_id: id }),
    response: team,
    limit: 'team_change',
  }),
  'POST /user/teams_formation/teams/:team_id/invite_code': route({
    access: 'participant',
    summary: 'Новый код приглашения; прежний перестаёт действовать',
    refuses: [...refusedBy.formedTeam, 'team_captain_only', 'teams_closed'],
    params: teamParams,
    body: Type.Object({
      days: Type.Integer({ minimum: codeDays.min, maximum: codeDays.max }),
      uses: Type.Integer({ minimum: codeUses.min, maximum: codeUses.max }),
    }),
    response: team,
    limit: 'team_change',
  }),
  'DELETE /user/teams_formation/teams/:team_id/invite_code': route({
    access: 'participant',
    summary: 'Отменить код приглашения',
    refuses: [...refusedBy.formedTeam, 'team_captain_only', 'teams_closed'],
    params: teamParams,
    response: team,
    limit: 'team_change',
  }),
  'POST /user/teams_formation/teams/:team_id/members/:user_id/invitation': route({
    access: 'participant',
    summary: 'Пригласить участника конкурса по его номеру',
    refuses: [
      ...refusedBy.formedTeam,
      'team_captain_only',
      'user_not_found',
      'team_invitations_too_many',
      'teams_closed',
    ],
    params: memberParams,
    response: team,
    limit: 'team_invite',
  }),
  'POST /user/teams_formation/teams/:team_id/letters': route({
    access: 'participant',
    summary: 'Пригласить по почте; ответ не говорит, есть ли такой человек на портале',
    refuses: [
      ...refusedBy.formedTeam,
      'team_captain_only',
      'email_incorrect',
      'invite_own_address',
      'team_invitations_too_many',
      'teams_closed',
    ],
    params: teamParams,
    body: Type.Object({ email: Type.String({ maxLength: 300 }) }),
    response: team,
    limit: 'team_invite',
  }),
  'DELETE /user/teams_formation/teams/:team_id/letters/:letter_id': route({
    access: 'participant',
    summary: 'Отозвать приглашение по почте',
    refuses: [...refusedBy.formedTeam, 'team_captain_only', 'teams_closed'],
    params: Type.Object({ team_id: id, letter_id: id }),
    response: team,
    limit: 'team_change',
  }),
  'POST /user/teams_formation/teams/:team_id/members/:user_id/reminder': route({
    access: 'participant',
    summary: 'Напомнить участнику своей команды о том, чего он ещё не сделал; раз в сутки одному человеку',
    refuses: [...refusedBy.formedTeam, 'user_not_found', 'reminded_today'],
    params: memberParams,
    response: team,
    limit: 'team_change',
  }),
  'POST /user/teams_formation/stages/:stage_id/invited_team': route({
    access: 'participant',
    summary: 'Какая команда зовёт этим кодом',
    refuses: [...refusedBy.formedTeam, ...refusedBy.teamCode],
    params: stageParams,
    body: Type.Object({ invite_code: code }),
    response: Type.Object({ team_id: id }),
    limit: 'team_change',
  }),
  'GET /user/teams_formation/stages/:stage_id/seekers': route({
    access: 'participant',
    summary: 'Кто ищет команду; видно тем, у кого есть своя',
    refuses: [...refusedBy.openStage, 'team_captain_only'],
    params: stageParams,
    query: Type.Object({
      search: Type.String({ maxLength: 100, default: '', description: 'Часть навыков или региона' }),
      ...pageQuery({ size: seekersPage, max: seekersPage }),
    }),
    response: Type.Object({
      seekers: Type.Array(Type.Object({ ...seeker.properties, ...about, invited: Type.Boolean() })),
      count: Type.Integer(),
    }),
  }),
  'PUT /user/teams_formation/stages/:stage_id/looking': route({
    access: 'participant',
    summary: 'Сказать, что ищешь команду, или что больше не ищешь',
    refuses: [...refusedBy.openStage, 'already_in_team', 'in_other_team', 'teams_closed'],
    params: stageParams,
    body: Type.Object({ looking: Type.Boolean() }),
    response: Type.Object({ looking: Type.Boolean() }),
    limit: 'team_change',
  }),
  'GET /user/teams_formation/members/:user_id/profile': route({
    access: 'participant',
    summary:
      'Что участник рассказал о себе: сам, его команда и капитан, к которому он просится, или капитаны, если он ищет команду',
    refuses: ['user_not_found'],
    params: Type.Object({ user_id: userId }),
    response: Type.Object({ ...seeker.properties, ...about, saved_at: nullableString }),
  }),
  'POST /user/teams_formation/members/:user_id/profile': route({ ...saveProfile, summary: 'Рассказать о себе' }),
  'PUT /user/teams_formation/members/:user_id/profile': route({ ...saveProfile, summary: 'Изменить рассказ о себе' }),
}
