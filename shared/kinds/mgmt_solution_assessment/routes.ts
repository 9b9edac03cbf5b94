import { Type } from 'typebox'
import { asOf, id, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxComment } from '#shared/review/judging/limits.ts'
import { maxWeight, minWeight } from '#shared/review/judging/rater-quality.ts'
import { count, criterion, marks, points } from '#shared/review/judging/wire.ts'
import { readableLine } from '#shared/stages/routes.ts'
import { peerPage } from './limits.ts'

const params = Type.Object({ stage_id: id })
const taskParams = Type.Object({ stage_id: id, task_id: id })
const place = {
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
}
const stagePlace = Type.Object(place)
const workPlace = Type.Object({ ...place, work_id: id })
const personPlace = Type.Object({ ...place, test_id: id })
const rubric = Type.Object({ version: Type.Integer(), criteria: Type.Array(criterion) })
const reason = Type.String({ minLength: 1, maxLength: 1000 })

const typedTask = {
  marks,
  comment: Type.String({ maxLength: maxComment }),
  spent: Type.Integer({ minimum: 0, maximum: maxInteger, description: 'Сколько миллисекунд работа была на экране' }),
}

const overview = Type.Object({
  as_of: asOf,
  works_of: nullable(Type.Object({ code: Type.String(), title: Type.String() }), 'Этап с работами не выбран'),
  rubric: nullable(rubric, 'Критерии этапа с работами не заданы'),
  opened_at: nullableString,
  published_at: nullableString,
  given: count,
  received: count,
  to_open: count,
  pooled: Type.Integer({ minimum: 0, description: 'Работ в пуле, без эталонных' }),
  short: Type.Integer({ minimum: 0, description: 'Работ, которым не хватает оценок' }),
  disputed: count,
  suspicious: Type.Integer({ minimum: 0, description: 'Работ, оценки которых вызывают сомнение, ещё не у экспертов' }),
  stopped: Type.Integer({ minimum: 0, description: 'Работ, остановленных сообщением о заимствовании' }),
  raters: count,
  begun: count,
  finished: count,
  waiting: Type.Integer({ minimum: 0, description: 'Участников, которым не хватило работ' }),
  references: Type.Array(
    Type.Object({
      work_id: id,
      name: Type.String(),
      training: Type.Boolean(),
      marks,
      total: points,
      comment: Type.String(),
      stopped: Type.Boolean({ description: 'О ней сообщили как о заимствованной, или так и решено' }),
    }),
  ),
  rings: Type.Array(
    Type.Object({
      raised: Type.Boolean({ description: 'true — завышают друг другу, false — занижают' }),
      people: Type.Array(Type.Object({ test_id: Type.Integer(), name: Type.String() })),
    }),
  ),
})

const work = Type.Object({
  work_id: id,
  name: Type.String(),
  test_id: nullable(Type.Integer(), 'Работа команды'),
  state: Type.Enum(['assessed', 'reference', 'stopped', 'plagiarism', 'decided']),
  given: count,
  received: count,
  raw: nullable(points),
  balanced: nullable(points),
  spread: nullable(points),
  experts: Type.Integer({ minimum: 0, description: 'Экспертов, которым работа поручена' }),
  place: nullable(Type.Integer(), 'Работа не участвует в рейтинге'),
  unranked_because: Type.String(),
  outcome: nullable(Type.Enum(['passed', 'failed'])),
  marks: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      total: points,
      weight: Type.Number(),
      counts: Type.Boolean(),
    }),
  ),
  reports: Type.Array(Type.Object({ text: Type.String(), at: Type.String(), open: Type.Boolean() })),
})

const rater = Type.Object({
  test_id: Type.Integer(),
  name: Type.String(),
  author: Type.Boolean({ description: 'Есть своя работа на этапе' }),
  done: count,
  extra: count,
  finished: Type.Boolean(),
  distance: nullable(points, 'Сравнивать пока не с чем'),
  weight: Type.Number({ minimum: 0, maximum: maxWeight }),
  own_weight: nullable(Type.Number(), 'Вес посчитан по оценкам'),
  excluded_because: nullableString,
  equal: Type.Boolean({ description: 'Все оценки одинаковые' }),
  hasty: Type.Integer({ minimum: 0, description: 'Работ, оценённых быстрее чем за 30 секунд' }),
  ring: Type.Boolean(),
})

export const peerRoutes = {
  'GET /user/stages/:stage_id/peer': route({
    access: 'participant',
    ownOnly: true,
    summary: 'Работы других, которые участник оценивает, и оценки его собственной после публикации',
    refuses: refusedBy.stage,
    params,
    response: Type.Object({
      status: Type.String(),
      given: count,
      done: count,
      extra: Type.Integer({ minimum: 0, description: 'Ещё столько работ просят оценить сверх нормы' }),
      pool: Type.Object({ works: count, needed: count }),
      final: Type.Boolean({ description: 'Оценены все работы: оценки больше не меняются' }),
      short: Type.Boolean({ description: 'Свободных работ сейчас нет' }),
      ranking: Type.String({ description: 'Участвует ли своя работа в рейтинге' }),
      ranked: nullable(Type.Boolean(), 'Своей работы здесь нет'),
      tasks: Type.Array(
        Type.Object({
          task_id: id,
          place: Type.Integer(),
          training: Type.Boolean(),
          state: Type.Enum(['open', 'done']),
          total: nullable(points),
        }),
      ),
      result: nullable(
        Type.Object({ words: Type.String(), raw: points, balanced: points, comments: Type.Array(Type.String()) }),
        'Ещё не опубликовано или оценок нет',
      ),
    }),
  }),
  'POST /user/stages/:stage_id/peer/next': route({
    access: 'participant',
    summary: 'Взять следующую работу; начатая остаётся, пока не оценена',
    refuses: [...refusedBy.openStage, 'judging_not_ready', 'judging_closed'],
    params,
    response: Type.Object({ task_id: nullable(id, 'Работ для этого участника сейчас нет') }),
  }),
  'GET /user/stages/:stage_id/peer/tasks/:task_id': route({
    access: 'participant',
    ownOnly: true,
    summary: 'Работа другого участника без имён, критерии и свои оценки',
    refuses: [...refusedBy.stage, 'task_not_found', 'work_stopped', 'judging_not_ready'],
    params: taskParams,
    response: Type.Object({
      task_id: id,
      place: Type.Integer(),
      training: Type.Boolean(),
      open: Type.Boolean({ description: 'Оценки можно поставить или изменить' }),
      last: Type.Boolean({ description: 'Последняя: после неё оценки не меняются' }),
      until: nullableString,
      lines: Type.Array(readableLine),
      rubric,
      min_comment: count,
      typed: Type.Object({
        marks,
        comment: Type.String(),
        revision: Type.Integer(),
        saved_at: nullableString,
        done_at: nullableString,
        total: nullable(points),
      }),
      expert: nullable(
        Type.Object({ marks, total: points, comment: Type.String() }),
        'Оценки экспертов видны на учебной работе после своих',
      ),
    }),
  }),
  'GET /user/stages/:stage_id/peer/tasks/:task_id/files/:file_id': route({
    access: 'participant',
    summary: 'Файл, приложенный к оцениваемой работе',
    refuses: [
      ...refusedBy.stage,
      'task_not_found',
      'work_stopped',
      'reading_not_found',
      'not_found',
      'file_not_nameless',
    ],
    params: Type.Object({ ...taskParams.properties, file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: null,
    download: true,
  }),
  'PUT /user/stages/:stage_id/peer/tasks/:task_id/draft': route({
    access: 'participant',
    summary: 'Сохранить начатые оценки',
    refuses: [...refusedBy.peerTask, 'draft_conflict'],
    params: taskParams,
    bodyLimit: 128 * 1024,
    body: Type.Object({
      ...typedTask,
      revision: Type.Optional(Type.Integer({ minimum: 0, maximum: maxInteger })),
    }),
    response: Type.Object({ revision: Type.Integer(), saved_at: Type.String() }),
  }),
  'POST /user/stages/:stage_id/peer/tasks/:task_id/marks': route({
    access: 'participant',
    summary: 'Сдать оценки; пока не оценены все работы, их можно изменить',
    refuses: [...refusedBy.peerTask, 'judging_not_ready', 'rubric_changed', 'form_invalid'],
    params: taskParams,
    bodyLimit: 128 * 1024,
    body: Type.Object({ ...typedTask, rubric_version: Type.Integer({ minimum: 1, maximum: maxInteger }) }),
    response: Type.Object({ total: points, done: count, finished: Type.Boolean() }),
  }),
  'POST /user/stages/:stage_id/peer/tasks/:task_id/report': route({
    access: 'participant',
    summary: 'Сообщить о заимствовании — работу остановят для всех — или отказаться, узнав автора',
    refuses: [...refusedBy.peerTask, 'too_many_recusals'],
    params: taskParams,
    body: Type.Object({ about: Type.Enum(['plagiarism', 'author']), text: reason }),
    response: null,
  }),
  'GET /admin/competitions/:competition/stages/:code/peer': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Как идёт взаимное оценивание',
    refuses: ['stage_not_found'],
    params: stagePlace,
    response: overview,
  }),
  'GET /admin/competitions/:competition/stages/:code/peer/works': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Работы с их оценками, лучшие сверху',
    refuses: ['stage_not_found'],
    params: stagePlace,
    query: Type.Object({
      ...pageQuery({ size: peerPage }),
      only: Type.Optional(Type.Enum(['short', 'disputed', 'suspicious', 'stopped'])),
    }),
    response: Type.Object({ as_of: asOf, count, works: Type.Array(work) }),
  }),
  'GET /admin/competitions/:competition/stages/:code/peer/raters': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Кто и как оценивает, подозрительные сверху',
    refuses: ['stage_not_found'],
    params: stagePlace,
    query: Type.Object({ ...pageQuery({ size: peerPage }) }),
    response: Type.Object({ as_of: asOf, count, raters: Type.Array(rater) }),
  }),
  'POST /admin/competitions/:competition/stages/:code/peer/pool': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Пополнить пул новыми работами сейчас; сам он пополняется раз в час',
    refuses: ['stage_not_found', 'judging_not_ready'],
    params: stagePlace,
    response: Type.Object({ added: count, peer: overview }),
  }),
  'PUT /admin/competitions/:competition/stages/:code/peer/references/:work_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Сделать работу эталонной с оценками экспертов или изменить их',
    refuses: ['stage_not_found', 'work_not_found', 'judging_not_ready', 'judging_closed', 'form_invalid'],
    params: workPlace,
    body: Type.Object({
      training: Type.Boolean({ description: 'true — учебная, false — незаметно среди остальных' }),
      marks,
      comment: Type.String({ minLength: 1, maxLength: maxComment }),
    }),
    response: overview,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/peer/references/:work_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Вернуть эталонную работу к остальным',
    refuses: ['stage_not_found', 'work_not_found', 'judging_closed'],
    params: workPlace,
    response: overview,
  }),
  'POST /admin/competitions/:competition/stages/:code/peer/works/:work_id/report': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Решить о сообщении о заимствовании',
    refuses: ['stage_not_found', 'work_not_found'],
    params: workPlace,
    body: Type.Object({ upheld: Type.Boolean({ description: 'false — работа возвращается в оценивание' }) }),
    response: overview,
  }),
  'POST /admin/competitions/:competition/stages/:code/peer/experts': route({
    access: 'assessment',
    competition: 'params',
    summary:
      'Поручить экспертам этапа работы: спорные, недооценённые или с сомнительными оценками, всех или одного участника',
    refuses: ['stage_not_found', 'judging_not_ready', 'no_judges'],
    params: stagePlace,
    body: Type.Object({
      which: Type.Enum(['disputed', 'suspicious', 'short', 'rater']),
      rater: Type.Optional(id),
    }),
    response: Type.Object({
      named: count,
      without: Type.Integer({ minimum: 0, description: 'Работ, для которых эксперта нет' }),
      peer: overview,
    }),
  }),
  'PUT /admin/competitions/:competition/stages/:code/peer/raters/:test_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Изменить вес оценок участника, исключить их с причиной или вернуть',
    refuses: ['stage_not_found', 'user_not_found', 'judging_closed'],
    params: personPlace,
    body: Type.Object({
      weight: nullable(Type.Number({ minimum: minWeight, maximum: maxWeight }), 'Считать по оценкам'),
      excluded_because: nullable(reason, 'Оценки учитываются'),
    }),
    response: null,
  }),
  'POST /admin/competitions/:competition/stages/:code/peer/reserve': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Попросить тех, кто закончил, оценить ещё несколько работ',
    refuses: ['stage_not_found', 'judging_closed'],
    params: stagePlace,
    body: Type.Object({ works: Type.Integer({ minimum: 1, maximum: 10 }) }),
    response: Type.Object({ asked: count }),
  }),
  'POST /admin/competitions/:competition/stages/:code/peer/publish': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Завершить оценивание и показать авторам оценки',
    refuses: ['stage_not_found', 'judging_not_ready'],
    params: stagePlace,
    response: overview,
  }),
  'POST /admin/competitions/:competition/stages/:code/peer/decisions': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Решить о работах из списка и сообщить участникам итог',
    refuses: [
      'stage_not_found',
      'work_not_found',
      'judging_not_ready',
      'judging_not_closed',
      'work_not_ranked',
      'work_reported',
      'work_plagiarism',
      'verdict_without_reason',
      'protocol_decides',
      'changed_meanwhile',
    ],
    params: stagePlace,
    bodyLimit: 128 * 1024,
    body: Type.Object({
      works: Type.Array(id, { minItems: 1, maxItems: 500, uniqueItems: true }),
      outcome: Type.Enum(['passed', 'failed']),
      reason: Type.Optional(Type.String({ maxLength: maxComment, description: 'Участник прочитает это после итога' })),
    }),
    response: Type.Object({ decided: count, peer: overview }),
  }),
}
