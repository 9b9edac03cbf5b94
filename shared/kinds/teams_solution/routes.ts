import { Type } from 'typebox'
import { asOf, id, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { handInAnswer } from '#shared/stages/routes.ts'
import { stageStatuses } from '#shared/stages/status.ts'
import { commentsPage, maxComment, solutionTeamsPage, versionsPage } from './limits.ts'

const count = Type.Integer({ minimum: 0 })
const revision = Type.Integer({ minimum: 0, maximum: maxInteger })
const params = Type.Object({ stage_id: id })
const ofSection = Type.Object({ stage_id: id, section: Type.String({ minLength: 1, maxLength: 40 }) })
const ofFile = Type.Object({ stage_id: id, file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) })
const place = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const ofTeam = Type.Object({ ...place.properties, team_id: id })
const holder = Type.String({ minLength: 8, maxLength: 64, description: 'Имя открытой страницы: придумывает браузер' })

const section = {
  code: Type.String(),
  text: Type.String(),
  revision,
  saved_at: nullableString,
}

const solution = Type.Object({
  status: Type.Enum([...stageStatuses]),
  stamp: Type.String({ description: 'Меняется с каждой переменой в работе' }),
  team: Type.Object({ team_id: id, name: Type.String() }),
  members: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      role: Type.Enum(['captain', 'deputy', 'member']),
      me: Type.Boolean(),
      here: Type.Boolean({ description: 'Страница решения открыта сейчас' }),
      agreed: Type.Boolean({ description: 'Согласен с нынешней редакцией' }),
    }),
  ),
  task: nullable(Type.Object({ title: Type.String(), text: Type.String() }), 'Команде ничего не досталось'),
  revision,
  sections: Type.Array(
    Type.Object({
      ...section,
      title: Type.String(),
      hint: Type.String(),
      limit: Type.Integer(),
      required: Type.Boolean(),
      saved_by: Type.String({ description: 'Кто писал последним; пусто, если никто' }),
      held: nullable(Type.Object({ name: Type.String(), me: Type.Boolean() }), 'Раздел свободен'),
    }),
  ),
  files: Type.Array(Type.Object({ file_id: Type.String(), name: Type.String(), size: count, type: Type.String() })),
  max_files: count,
  asks_agreement: Type.Boolean(),
  may_write: Type.Boolean(),
  may_hand_in: Type.Boolean({ description: 'Капитан или заместитель, и срок не вышел' }),
  may_name_deputy: Type.Boolean(),
  handed_in_revision: count,
  comments: count,
})

const comment = Type.Object({ id, name: Type.String(), me: Type.Boolean(), text: Type.String(), at: Type.String() })
const comments = Type.Object({ comments: Type.Array(comment), count })

/** The works of a part, by the ids of the first and the last. */
const ofPart = Type.Object({ from: id, to: id })
const part = Type.Object({
  ...ofPart.properties,
  works: count,
  files: count,
  bytes: Type.Integer({ minimum: 0, description: 'Размер файлов' }),
})

const teams = Type.Object({
  as_of: asOf,
  tasks: Type.Array(Type.Object({ code: Type.String(), title: Type.String(), teams: count })),
  undrawn: Type.Integer({ minimum: 0, description: 'Скольким командам задание ещё не досталось' }),
  all: count,
  begun: count,
  handed_in: count,
  count: Type.Integer({ minimum: 0, description: 'Сколько команд в этом списке' }),
  teams: Type.Array(
    Type.Object({
      team_id: id,
      name: Type.String(),
      captain: Type.String(),
      members: count,
      state: Type.Enum(['none', 'begun', 'handed_in', 'accepted', 'refused', 'returned']),
      task: nullableString,
      saved_at: nullableString,
      handed_in_at: nullableString,
      closes_at: nullable(Type.String(), 'Срок общий'),
      closes_reason: Type.String(),
    }),
  ),
})

const listQuery = Type.Object({
  ...pageQuery({ size: solutionTeamsPage }),
  only: Type.Optional(Type.Enum(['without'], { description: 'Только команды, которые ничего не сдали' })),
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Часть названия команды' })),
})

export const teamsSolutionRoutes = {
  'GET /user/stages/:stage_id/solution': route({
    access: 'participant',
    summary: 'Решение команды: задание, разделы, кто их пишет, кто сейчас здесь и кто согласен',
    refuses: [...refusedBy.openStage],
    params,
    response: solution,
  }),
  'POST /user/stages/:stage_id/solution/here': route({
    access: 'participant',
    summary: 'Сообщить, что страница решения открыта; разделы, взятые этой страницей, остаются за ней',
    refuses: [...refusedBy.openStage],
    params,
    body: Type.Object({ holder }),
    response: Type.Object({ stamp: Type.String(), here: Type.Array(Type.Integer()) }),
  }),
  'GET /user/stages/:stage_id/solution/sections/:section': route({
    access: 'participant',
    summary: 'Один раздел, как он сохранён',
    refuses: [...refusedBy.openStage, 'section_not_found'],
    params: ofSection,
    response: Type.Object(section),
  }),
  'PUT /user/stages/:stage_id/solution/sections/:section/hold': route({
    access: 'participant',
    summary: 'Взять раздел: пока он взят, другие его только читают',
    refuses: [...refusedBy.openStage, 'section_not_found', 'section_taken'],
    params: ofSection,
    body: Type.Object({ holder }),
    response: solution,
  }),
  'DELETE /user/stages/:stage_id/solution/sections/:section/hold': route({
    access: 'participant',
    summary: 'Отдать раздел',
    refuses: [...refusedBy.openStage, 'section_not_found'],
    params: ofSection,
    query: Type.Object({ holder }),
    response: solution,
  }),
  'PUT /user/stages/:stage_id/solution/sections/:section': route({
    access: 'participant',
    summary: 'Сохранить взятый раздел; revision называет редакцию, с которой начата правка',
    refuses: [...refusedBy.openStage, 'section_not_found', 'section_not_held', 'draft_conflict'],
    params: ofSection,
    bodyLimit: 256 * 1024,
    body: Type.Object({ text: Type.String({ maxLength: 40_000 }), revision, holder }),
    response: Type.Object({ revision, saved_at: Type.String() }),
  }),
  'POST /user/stages/:stage_id/solution/uploads/:upload_id': route({
    access: 'participant',
    summary:
      'Приложить к решению файл, загруженный частями (stage — этап, field — files); засчитывается и тот, загрузка которого началась до конца срока. Повтор отвечает то же',
    refuses: [
      ...refusedBy.openStage,
      ...refusedBy.resumed,
      ...refusedBy.picture,
      ...refusedBy.document,
      'file_space_used',
      'solution_files_full',
    ],
    params: Type.Object({ stage_id: id, upload_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    status: 201,
    response: solution,
  }),
  'GET /user/stages/:stage_id/solution/files/:file_id': route({
    access: 'participant',
    summary: 'Скачать файл решения своей команды',
    refuses: [...refusedBy.openStage, 'not_found'],
    params: ofFile,
    response: null,
    download: true,
  }),
  'DELETE /user/stages/:stage_id/solution/files/:file_id': route({
    access: 'participant',
    summary: 'Убрать файл из решения',
    refuses: [...refusedBy.openStage, 'not_found'],
    params: ofFile,
    response: solution,
  }),
  'GET /user/stages/:stage_id/solution/versions': route({
    access: 'participant',
    summary: 'Кто, когда и какой раздел менял, новое сверху',
    refuses: [...refusedBy.openStage],
    params,
    query: Type.Object(pageQuery({ size: versionsPage })),
    response: Type.Object({
      count,
      versions: Type.Array(
        Type.Object({
          id,
          section: Type.String(),
          title: Type.String(),
          name: Type.String(),
          begun_at: Type.String(),
          saved_at: Type.String(),
        }),
      ),
    }),
  }),
  'GET /user/stages/:stage_id/solution/versions/:version_id': route({
    access: 'participant',
    summary: 'Раздел до правки и после неё',
    refuses: [...refusedBy.openStage, 'not_found'],
    params: Type.Object({ stage_id: id, version_id: id }),
    response: Type.Object({ id, section: Type.String(), before: Type.String(), after: Type.String() }),
  }),
  'PUT /user/stages/:stage_id/solution/agreement': route({
    access: 'participant',
    summary: 'Согласиться с названной редакцией или забрать согласие; изменение решения спрашивает снова',
    refuses: [...refusedBy.openStage, 'solution_changed'],
    params,
    body: Type.Object({ revision, agreed: Type.Boolean() }),
    response: solution,
  }),
  'PUT /user/stages/:stage_id/solution/deputy': route({
    access: 'participant',
    summary: 'Капитан называет заместителя, который тоже может сдать решение',
    refuses: [...refusedBy.openStage, 'team_captain_only', 'team_member_not_found'],
    params,
    body: Type.Object({ test_id: Type.Integer({ minimum: 1, maximum: maxInteger }) }),
    response: solution,
  }),
  'POST /user/stages/:stage_id/solution/hand-in': route({
    access: 'participant',
    summary: 'Сдать решение команды в названной редакции',
    refuses: [...refusedBy.openStage, ...refusedBy.handIn, ...refusedBy.solution],
    params,
    body: Type.Object({ revision }),
    response: handInAnswer,
  }),
  'GET /user/stages/:stage_id/solution/comments': route({
    access: 'participant',
    summary: 'Обсуждение решения внутри команды, новое сверху',
    refuses: [...refusedBy.openStage],
    params,
    query: Type.Object(pageQuery({ size: commentsPage })),
    response: comments,
  }),
  'POST /user/stages/:stage_id/solution/comments': route({
    access: 'participant',
    summary: 'Написать команде',
    refuses: [...refusedBy.openStage],
    params,
    limit: 'team_comment',
    body: Type.Object({ text: Type.String({ minLength: 1, maxLength: maxComment, pattern: '\\S' }) }),
    status: 201,
    response: comments,
  }),
  'GET /admin/competitions/:competition/stages/:code/solutions': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Команды, их задания и решения; отдельно — те, кто ничего не сдал',
    refuses: [...refusedBy.ownersStage],
    params: place,
    query: listQuery,
    response: teams,
  }),
  'POST /admin/competitions/:competition/stages/:code/solutions/draw': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Разыграть задания между командами, которым ничего не досталось',
    refuses: [...refusedBy.ownersStage, 'nothing_to_draw'],
    params: place,
    response: Type.Object({ drawn: count }),
  }),
  'PUT /admin/competitions/:competition/stages/:code/solutions/:team_id/time': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Дать одной команде время после общего срока или вернуть общий срок',
    refuses: [...refusedBy.ownersStage, 'formed_team_not_found', 'time_not_later'],
    params: ofTeam,
    body: Type.Object({
      closes_at: nullable(Type.String({ maxLength: 25 }), 'Вернуть общий срок'),
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    }),
    response: null,
  }),
  'GET /admin/competitions/:competition/stages/:code/solutions/parts': route({
    access: 'assessment',
    competition: 'params',
    summary: 'На какие части делятся сданные решения, когда их скачивают',
    refuses: [...refusedBy.ownersStage],
    params: place,
    response: Type.Object({ as_of: asOf, parts: Type.Array(part) }),
  }),
  'GET /admin/competitions/:competition/stages/:code/solutions/docx': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Часть сданных решений документом Word для жюри; без названий команд, если жюри читает вслепую',
    refuses: [...refusedBy.ownersStage, 'work_not_found'],
    params: place,
    query: ofPart,
    response: null,
    download: true,
  }),
  'GET /admin/competitions/:competition/stages/:code/solutions/zip': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Файлы части сданных решений архивом; без названий команд и сведений об авторах, если жюри читает вслепую',
    refuses: [...refusedBy.ownersStage, 'work_not_found'],
    params: place,
    query: ofPart,
    response: null,
    download: true,
  }),
}
