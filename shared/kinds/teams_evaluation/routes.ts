import { Type } from 'typebox'
import { asOf, id, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { count, marks } from '#shared/review/judging/wire.ts'
import { stageStatuses } from '#shared/stages/status.ts'
import { evaluationTeamsPage, maxObservers, maxWords } from './limits.ts'

const params = Type.Object({ stage_id: id })
const place = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const ofTeam = Type.Object({ ...place.properties, team_id: id })
const observationParams = Type.Object({ observation_id: id })
const revision = Type.Integer({ minimum: 0, maximum: maxInteger })
const test_id = Type.Integer({ minimum: 1, maximum: maxInteger })
const bodyLimit = 256 * 1024

const sheet = Type.Object({ test_id, marks, words: Type.String({ maxLength: maxWords }) })
const sheets = Type.Array(sheet, { maxItems: 100 })
const mean = Type.Number()

const asked = Type.Object({ code: Type.String(), title: Type.String(), hint: Type.String() })
const agreedMark = Type.Object({ title: Type.String(), person: nullable(Type.Number()), team: nullable(Type.Number()) })

const page = Type.Object({
  status: Type.Enum([...stageStatuses]),
  team: nullable(Type.Object({ name: Type.String(), members: count, done: count }), 'Вызывающий не в команде'),
  anonymous: Type.Boolean({ description: 'false: в команде двое, и товарищ поймёт, кто его оценил' }),
  same_mark_most: nullable(Type.Integer(), 'Оценки распределяют свободно'),
  behaviours: Type.Array(asked),
  teammates: Type.Array(
    Type.Object({ ...sheet.properties, name: Type.String(), avatar: nullableString, captain: Type.Boolean() }),
  ),
  revision,
  done: Type.Boolean({ description: 'Вызывающий сдал свои оценки' }),
  final: Type.Boolean({ description: 'Сданные оценки больше не меняются' }),
  counted: Type.Boolean({ description: 'Итоги подведены, отчёт показан' }),
  report: nullable(
    Type.Object({
      raters: count,
      means: Type.Array(Type.Object({ title: Type.String(), mean })),
      mean: nullable(mean, 'Оценили слишком мало человек'),
      team_mean: nullable(mean, 'Отчётов в команде слишком мало'),
      words: Type.Array(Type.String()),
      score: nullable(Type.Number(), 'Оценки не входят в балл'),
      observed: Type.Array(agreedMark),
    }),
    'Итоги ещё не подведены или человека не оценивали',
  ),
})

const panel = Type.Object({
  as_of: asOf,
  counted_at: nullableString,
  reminded_at: nullableString,
  all: count,
  people: count,
  done: count,
  without_report: nullable(count, 'Итоги ещё не подведены'),
  observers: Type.Array(Type.Object({ test_id: Type.Integer(), name: Type.String() })),
  competencies: count,
  count,
  teams: Type.Array(
    Type.Object({
      team_id: id,
      name: Type.String(),
      flags: nullable(
        Type.Object({
          straight: Type.Integer({ description: 'Сколько человек поставили всем одно и то же' }),
          pairs: Type.Integer({ description: 'Сколько пар поставили друг другу только высшие оценки' }),
        }),
        'В команде ещё оценивают или оценивших мало',
      ),
      mean: nullable(mean),
      members: Type.Array(
        Type.Object({
          test_id: Type.Integer(),
          name: Type.String(),
          done: Type.Boolean(),
          raters: nullable(count, 'Итоги ещё не подведены'),
          mean: nullable(mean, 'Отчёта нет'),
          score: nullable(Type.Number()),
        }),
      ),
      observers: Type.Array(
        Type.Object({ test_id: Type.Integer(), name: Type.String(), done: Type.Boolean(), conflict: Type.Boolean() }),
      ),
      barred: Type.Array(Type.Integer(), { description: 'ID наблюдателей с конфликтом интересов' }),
      agreed: Type.Boolean({ description: 'Наблюдатели согласовали оценки' }),
    }),
  ),
})

const listed = {
  observation_id: id,
  team: Type.String(),
  stage_title: Type.String(),
  competition_title: Type.String(),
  people: count,
  done: Type.Boolean(),
  state: Type.Enum(['watching', 'waiting', 'agreeing', 'agreed', 'closed'], {
    description:
      'watching — оценивать; waiting — ждать других; agreeing — согласовать; agreed — согласовано; closed — итоги подведены',
  }),
}

/** Marks of an observer by name: `<ID>_<code>` for a person, `team_<code>` for the team. */
const grid = Type.Record(Type.String({ pattern: '^[a-z0-9_]{1,64}$' }), Type.Number(), { maxProperties: 800 })

export const teamsEvaluationRoutes = {
  'GET /user/stages/:stage_id/team-marks': route({
    access: 'participant',
    ownOnly: true,
    summary: 'Товарищи по команде, свои оценки и, после итогов, отчёт о себе',
    refuses: refusedBy.stage,
    params,
    response: page,
  }),
  'PUT /user/stages/:stage_id/team-marks': route({
    access: 'participant',
    summary: 'Сохранить начатые оценки',
    refuses: [...refusedBy.openStage, 'no_teammates', 'draft_conflict', 'team_marks_final'],
    params,
    bodyLimit,
    body: Type.Object({ sheets, revision: Type.Optional(revision) }),
    response: Type.Object({ revision, saved_at: Type.String() }),
  }),
  'POST /user/stages/:stage_id/team-marks': route({
    access: 'participant',
    summary: 'Сдать оценки всей команды',
    refuses: [...refusedBy.openStage, 'no_teammates', 'team_marks_final', 'teammates_changed', 'form_invalid'],
    params,
    bodyLimit,
    body: Type.Object({ sheets }),
    response: page,
  }),
  'POST /user/stages/:stage_id/team-marks/take-back': route({
    access: 'participant',
    summary: 'Вернуться к сданным оценкам, пока их не сдали все в команде',
    refuses: [...refusedBy.openStage, 'no_teammates', 'team_marks_final'],
    params,
    response: page,
  }),
  'GET /admin/competitions/:competition/stages/:code/team-marks': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Команды: кто оценил, на что посмотреть и, после итогов, средние',
    refuses: refusedBy.ownersStage,
    params: place,
    query: Type.Object({
      ...pageQuery({ size: evaluationTeamsPage }),
      search: Type.Optional(Type.String({ maxLength: 100 })),
      only: Type.Optional(Type.Enum(['late', 'flagged'])),
    }),
    response: panel,
  }),
  'POST /admin/competitions/:competition/stages/:code/team-marks/reminder': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Напомнить всем, кто ещё не оценил команду; не чаще раза в сутки',
    refuses: [...refusedBy.ownersStage, 'team_marks_final', 'teammates_reminded'],
    params: place,
    response: Type.Object({ reminded: count }),
  }),
  'POST /admin/competitions/:competition/stages/:code/team-marks/count': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Подвести итоги: оценки закрываются, каждый видит отчёт о себе. Один раз',
    refuses: [...refusedBy.ownersStage, 'nothing_to_count'],
    params: place,
    body: Type.Object({
      skip_straight: Type.Boolean({ description: 'Не учитывать тех, кто поставил всем одно и то же' }),
      skip_pairs: Type.Boolean({ description: 'Не учитывать взаимные высшие оценки' }),
    }),
    response: Type.Object({ people: count, reports: count }),
  }),
  'PUT /admin/competitions/:competition/stages/:code/team-marks/teams/:team_id/observers': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Назначить наблюдателей команды',
    refuses: [
      ...refusedBy.ownersStage,
      'formed_team_not_found',
      'judge_unknown',
      'observer_conflict',
      'team_marks_final',
    ],
    params: ofTeam,
    body: Type.Object({ observers: Type.Array(test_id, { maxItems: maxObservers, uniqueItems: true }) }),
    response: null,
  }),
  'GET /desk/observations': route({
    access: 'assessor',
    summary: 'Команды, за которыми наблюдает вызывающий',
    response: Type.Object({ observations: Type.Array(Type.Object(listed)) }),
  }),
  'GET /desk/observations/:observation_id': route({
    access: 'assessor',
    summary: 'Сетка компетенций команды; когда сдали все наблюдатели — их оценки рядом и согласованные',
    refuses: ['observation_not_found'],
    params: observationParams,
    response: Type.Object({
      ...listed,
      scale: Type.Integer(),
      competencies: Type.Array(asked),
      members: Type.Array(Type.Object({ test_id: Type.Integer(), name: Type.String() })),
      typed: Type.Object({
        marks: grid,
        words: Type.String(),
        revision,
        saved_at: nullableString,
        done_at: nullableString,
      }),
      originals: Type.Array(
        Type.Object({ name: Type.String(), me: Type.Boolean(), marks: grid, words: Type.String() }),
      ),
      agreed: Type.Object({ marks: grid, revision, by: Type.String(), at: nullableString }),
    }),
  }),
  'PUT /desk/observations/:observation_id/draft': route({
    access: 'assessor',
    summary: 'Сохранить начатые оценки наблюдателя',
    refuses: ['observation_not_found', 'team_marks_final', 'draft_conflict'],
    params: observationParams,
    bodyLimit,
    body: Type.Object({ marks: grid, words: Type.String({ maxLength: maxWords }), revision: Type.Optional(revision) }),
    response: Type.Object({ revision, saved_at: Type.String() }),
  }),
  'POST /desk/observations/:observation_id/marks': route({
    access: 'assessor',
    summary: 'Сдать оценки наблюдателя; они остаются как есть и после согласования',
    refuses: ['observation_not_found', 'team_marks_final', 'observation_done', 'form_invalid'],
    params: observationParams,
    bodyLimit,
    body: Type.Object({ marks: grid, words: Type.String({ maxLength: maxWords }) }),
    response: null,
  }),
  'PUT /desk/observations/:observation_id/agreed': route({
    access: 'assessor',
    summary: 'Записать согласованные на встрече оценки',
    refuses: ['observation_not_found', 'team_marks_final', 'observers_not_done', 'draft_conflict', 'form_invalid'],
    params: observationParams,
    bodyLimit,
    body: Type.Object({ marks: grid, revision }),
    response: null,
  }),
}
