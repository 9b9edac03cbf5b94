import { Type } from 'typebox'
import { id, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxComment } from '#shared/review/judging/limits.ts'
import { count, criterion, marks, points } from '#shared/review/judging/wire.ts'
import { maxMatchTask, maxReason, maxRoom } from './limits.ts'

const stagePlace = {
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
}
const matchPlace = Type.Object({ ...stagePlace, match_id: id })
const entrantPlace = Type.Object({ ...stagePlace, entrant_id: id })
const matchParams = Type.Object({ match_id: id })

const side = Type.Enum(['a', 'b'])
const state = Type.Enum(['scheduled', 'live', 'judging', 'decided', 'walkover', 'annulled'])
const reason = Type.String({ minLength: 1, maxLength: maxReason })
const score = nullable(points, 'Оценок нет')
const bySide = <T extends ReturnType<typeof Type.String> | ReturnType<typeof nullable>>(schema: T) =>
  Type.Object({ a: schema, b: schema })

const entrant = Type.Object({
  entrant_id: id,
  seed: Type.Integer({ minimum: 1 }),
  number: Type.Integer({ description: 'ID, по которому бросали жребий' }),
  name: Type.String(),
  gone: nullable(Type.String(), 'Играет'),
})

const standing = {
  match_id: id,
  round: Type.Integer({ minimum: 1 }),
  place: count,
  name: Type.String({ description: 'Какой это круг, словами' }),
  a: nullable(id, 'Ещё не известно или никого'),
  b: nullable(id, 'Ещё не известно или никого'),
  a_bye: Type.Boolean({ description: 'Этой стороны не будет' }),
  b_bye: Type.Boolean({ description: 'Этой стороны не будет' }),
  state,
  won: nullable(side, 'Итога ещё нет'),
  score_a: score,
  score_b: score,
  starts_at: nullableString,
  minutes: count,
  paused: Type.Boolean(),
}

const clock = {
  started_at: nullableString,
  paused_at: nullableString,
  paused_seconds: count,
  ended_at: nullableString,
}

const materials = Type.Array(Type.Object({ title: Type.String(), link: Type.String() }))

const draw = Type.Object({
  seed: Type.String({ description: 'Слово жребия' }),
  throws: Type.Integer({ minimum: 1, description: 'Сколько раз бросали жребий' }),
  drawn_at: nullableString,
  seeding: Type.Enum(['rating', 'draw']),
})

const rules = Type.Object({
  third: Type.Boolean(),
  lucky: Type.Boolean(),
  passes: count,
  judges: count,
  no_show_minutes: count,
  tie_break: Type.Array(Type.Enum(['criterion', 'judges', 'rating', 'chair'])),
  criteria: Type.Array(criterion),
})

const panelMatch = Type.Object({
  ...standing,
  ...clock,
  room: Type.String(),
  link: Type.String(),
  task: Type.String(),
  published: Type.Boolean(),
  /** What decided the match. */
  decided_by: nullable(Type.Enum(['score', 'criterion', 'judges', 'rating', 'chair'])),
  reason: Type.String(),
  revision: Type.Integer({ minimum: 0 }),
  judges: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      chair: Type.Boolean(),
      done: Type.Boolean(),
      abstained: nullable(Type.String(), 'Судит'),
      conflict: Type.Boolean({ description: 'Судить этот матч нельзя' }),
    }),
  ),
})

const panel = Type.Object({
  entrants_are: Type.Enum(['people', 'teams']),
  size: count,
  candidates: Type.Integer({ minimum: 0, description: 'Сколько могут попасть в сетку' }),
  draw: nullable(draw, 'Жребий ещё не бросали'),
  rules: nullable(rules, 'Сетка ещё не опубликована'),
  entrants: Type.Array(
    Type.Object({
      ...entrant.properties,
      rating: nullable(Type.Number(), 'Рейтинга нет'),
      people: count,
      dropped: Type.Boolean(),
    }),
  ),
  matches: Type.Array(panelMatch),
  judges: Type.Array(Type.Object({ test_id: Type.Integer(), name: Type.String() })),
  /** The conflicts of interests of judges. */
  conflicts: Type.Array(Type.Object({ judge: Type.Integer(), entrant: id })),
})

const change = Type.Object({
  match_id: id,
  name: Type.String(),
  before: bySide(Type.String()),
  after: bySide(Type.String()),
  blocked: Type.Boolean({ description: 'Матч уже начался: исправить нельзя' }),
})

const acted = Type.Object({
  applied: Type.Boolean({ description: 'false — показано, что изменится' }),
  changes: Type.Array(change),
  playoff: panel,
})

const typedMarks = {
  marks,
  comment_a: Type.String({ maxLength: maxComment, description: 'Прочитает первая сторона' }),
  comment_b: Type.String({ maxLength: maxComment, description: 'Прочитает вторая сторона' }),
  favours: nullable(side, 'Не сказано; спрашивают председателя'),
}

const judged = {
  match_id: id,
  stage_title: Type.String(),
  competition_code: Type.String(),
  competition_title: Type.String(),
  name: Type.String({ description: 'Какой это круг, словами' }),
  a: Type.String(),
  b: Type.String(),
  starts_at: nullableString,
  minutes: count,
  room: Type.String(),
  link: Type.String(),
  state,
  paused: Type.Boolean(),
  chair: Type.Boolean(),
  done: Type.Boolean({ description: 'Оценки сданы' }),
  open: Type.Boolean({ description: 'Оценки можно поставить или изменить' }),
}

export const playoffRoutes = {
  'GET /user/stages/:stage_id/playoff': route({
    access: 'participant',
    summary: 'Сетка плей-офф, жребий и свои матчи',
    refuses: refusedBy.stage,
    params: Type.Object({ stage_id: id }),
    response: Type.Object({
      drawn: Type.Boolean(),
      entrants_are: Type.Enum(['people', 'teams']),
      draw: nullable(draw, 'Сетка ещё не опубликована'),
      rules: nullable(rules, 'Сетка ещё не опубликована'),
      me: nullable(id, 'Вызывающего нет в сетке'),
      entrants: Type.Array(entrant),
      matches: Type.Array(Type.Object(standing)),
      own: Type.Array(
        Type.Object({
          match_id: id,
          side,
          ...clock,
          room: Type.String(),
          link: Type.String(),
          task: Type.String(),
          materials,
          opponent: nullable(
            Type.Object({
              name: Type.String(),
              seed: Type.Integer(),
              region: nullableString,
              rating: nullable(Type.Number()),
              about: Type.String(),
              members: Type.Array(Type.String()),
            }),
            'Соперник не известен или карточек не показывают',
          ),
          result: nullable(
            Type.Object({
              words: Type.String({ description: 'Как решилось, если не по баллам; почему без игры' }),
              marks: Type.Array(Type.Object({ title: Type.String(), max: count, a: Type.Number(), b: Type.Number() })),
              comments: Type.Array(Type.String()),
            }),
            'Итог ещё не опубликован',
          ),
        }),
      ),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/playoff': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Сетка, расписание и судьи для организатора',
    refuses: ['stage_not_found'],
    params: Type.Object(stagePlace),
    response: panel,
  }),
  'POST /admin/competitions/:competition/stages/:code/playoff/draw': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Бросить жребий, посмотреть, какой будет сетка, или опубликовать её',
    refuses: [
      'stage_not_found',
      'playoff_drawn',
      'playoff_changed',
      'playoff_too_few',
      'playoff_too_many',
      'playoff_no_criteria',
    ],
    params: Type.Object(stagePlace),
    body: Type.Object({
      act: Type.Enum(['preview', 'renew', 'publish'], {
        description: 'preview — показать; renew — бросить жребий заново; publish — опубликовать',
      }),
      seed: Type.Optional(
        Type.String({ maxLength: 64, description: 'Слово жребия, которое организатор видел; нужно для publish' }),
      ),
      entrants: Type.Optional(Type.Integer({ minimum: 0, maximum: maxInteger, description: 'Сколько мест он видел' })),
    }),
    response: Type.Object({
      published: Type.Boolean(),
      draw,
      entrants: Type.Array(
        Type.Object({
          seed: count,
          number: Type.Integer(),
          name: Type.String(),
          rating: nullable(Type.Number(), 'Рейтинга нет'),
        }),
      ),
      rounds: count,
      byes: count,
    }),
  }),
  'PUT /admin/competitions/:competition/stages/:code/playoff/matches/:match_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Назначить время, место и судей матча',
    refuses: [
      'stage_not_found',
      'playoff_not_drawn',
      'playoff_changed',
      'match_not_found',
      'match_over',
      'match_past',
      'judges_even',
      'judge_unknown',
      'judge_conflict',
      'judge_busy',
      'room_busy',
      'round_order',
    ],
    params: matchPlace,
    body: Type.Object({
      revision: Type.Integer({ minimum: 0, maximum: maxInteger }),
      starts_at: nullable(Type.String({ maxLength: 19, description: 'По Москве' }), 'Время не назначено'),
      minutes: Type.Integer({ minimum: 5, maximum: 480 }),
      room: Type.String({ maxLength: maxRoom }),
      link: Type.String({ maxLength: 500, pattern: '^(https://\\S+)?$' }),
      task: Type.String({ maxLength: maxMatchTask, description: 'Пусто — задание этапа' }),
      judges: Type.Array(id, { maxItems: 7, uniqueItems: true, description: 'ID судей, первый — председатель' }),
    }),
    response: panel,
  }),
  'POST /admin/competitions/:competition/stages/:code/playoff/matches/:match_id': route({
    access: 'assessment',
    competition: 'params',
    summary:
      'Провести матч: начать, остановить часы, закончить, отметить неявку, аннулировать, опубликовать, исправить',
    refuses: [
      'stage_not_found',
      'playoff_not_drawn',
      'match_not_found',
      'match_not_ready',
      'match_not_now',
      'match_over',
      'no_show_too_early',
      'next_match_begun',
      'comment_required',
    ],
    params: matchPlace,
    body: Type.Object({
      act: Type.Enum(['start', 'pause', 'resume', 'finish', 'absent', 'annul', 'publish', 'correct']),
      absent: Type.Optional(Type.Enum(['a', 'b', 'both'], { description: 'Кто не пришёл' })),
      to: Type.Optional(
        Type.Enum(['a', 'b', 'none', 'replay'], { description: 'Верный итог; replay — сыграть заново' }),
      ),
      reason: Type.Optional(Type.String({ maxLength: maxReason })),
      preview: Type.Optional(Type.Boolean({ description: 'Только показать, что изменится' })),
    }),
    response: acted,
  }),
  'POST /admin/competitions/:competition/stages/:code/playoff/entrants/:entrant_id/drop': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Снять участника с сетки: сопернику — победа без игры, или место займёт тот, кто ему проиграл',
    refuses: ['stage_not_found', 'playoff_not_drawn', 'entrant_not_found', 'match_not_now', 'next_match_begun'],
    params: entrantPlace,
    body: Type.Object({
      reason,
      lucky: Type.Boolean({ description: 'Место займёт тот, кто ему проиграл последним' }),
      preview: Type.Optional(Type.Boolean({ description: 'Только показать, что изменится' })),
    }),
    response: acted,
  }),
  'GET /desk/matches': route({
    access: 'assessor',
    summary: 'Матчи, которые судит вызывающий',
    response: Type.Object({ matches: Type.Array(Type.Object(judged)) }),
  }),
  'GET /desk/matches/:match_id': route({
    access: 'assessor',
    summary: 'Матч, критерии и свои оценки обеих сторон',
    refuses: ['match_not_found'],
    params: matchParams,
    response: Type.Object({
      ...judged,
      task: Type.String(),
      materials,
      criteria: Type.Array(criterion),
      tie_break: Type.Array(Type.Enum(['criterion', 'judges', 'rating', 'chair'])),
      typed: Type.Object({
        ...typedMarks,
        revision: Type.Integer({ minimum: 0 }),
        saved_at: nullableString,
        done_at: nullableString,
      }),
    }),
  }),
  'PUT /desk/matches/:match_id/draft': route({
    access: 'assessor',
    summary: 'Сохранить начатые оценки матча',
    refuses: ['match_not_found', 'match_not_now', 'match_over', 'draft_conflict'],
    params: matchParams,
    bodyLimit: 128 * 1024,
    body: Type.Object({
      ...typedMarks,
      revision: Type.Optional(Type.Integer({ minimum: 0, maximum: maxInteger })),
    }),
    response: Type.Object({ revision: Type.Integer(), saved_at: Type.String() }),
  }),
  'POST /desk/matches/:match_id/marks': route({
    access: 'assessor',
    summary: 'Сдать оценки обеих сторон; до публикации итога их можно изменить',
    refuses: ['match_not_found', 'match_not_now', 'match_over', 'form_invalid'],
    params: matchParams,
    bodyLimit: 128 * 1024,
    body: Type.Object(typedMarks),
    response: Type.Object({ a: points, b: points }),
  }),
  'POST /desk/matches/:match_id/abstention': route({
    access: 'assessor',
    summary: 'Отказаться судить матч: судья знаком с одной из сторон или не может прийти',
    refuses: ['match_not_found', 'match_over'],
    params: matchParams,
    body: Type.Object({
      reason,
      knows: Type.Array(side, { maxItems: 2, uniqueItems: true, description: 'С кем знаком: их он судить не будет' }),
    }),
    response: null,
  }),
}
