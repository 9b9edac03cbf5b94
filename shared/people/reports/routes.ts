import { Type } from 'typebox'
import { stageSteps, waitingAgeIds } from '#shared/people/participants/audience.ts'
import { asOf, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { route } from '#shared/platform/api/route.ts'

const text = Type.String()
const people = Type.Integer({ minimum: 0 })
const code = Type.String({ minLength: 1, maxLength: 64 })
const options = Type.Array(Type.Object({ id: text, value: text }))

/** How many people are at each step of a stage. Everybody for whom the stage is meant is at exactly one step. */
const steps = Type.Object(
  Object.fromEntries(stageSteps.map((step) => [step, people])) as Record<(typeof stageSteps)[number], typeof people>,
)

const narrowed = {
  track: Type.Optional(code),
  region: Type.Optional(code),
}

const seasonReport = Type.Object({
  as_of: asOf,
  title: Type.String({ description: 'Название конкурса' }),
  people: Type.Integer({ description: 'Участники, без сторонников' }),
  supporters: people,
  finalists: people,
  disqualified: people,
  stages: Type.Array(
    Type.Object({
      code: text,
      title: text,
      kind_title: text,
      people: Type.Integer({ description: 'Те, кому этот этап назначен' }),
      steps,
    }),
  ),
  days: Type.Array(Type.Object({ day: text, people }), { description: 'Дни, в которые были заявки, по порядку' }),
  districts: Type.Array(
    Type.Object({ name: text, regions: Type.Array(Type.Object({ id: text, name: text, people })) }),
    { description: 'Все регионы по федеральным округам' },
  ),
  elsewhere: Type.Integer({ description: 'Участники, чей регион не указан' }),
  choices: Type.Object({ tracks: options, regions: options }),
})

const stageReport = Type.Object({
  as_of: asOf,
  competition_title: text,
  title: text,
  kind_title: text,
  published: Type.Boolean(),
  opens_at: nullable(text, 'Открыт с самого начала'),
  closes_at: nullable(text, 'Срока нет'),
  people,
  steps,
  tracks: Type.Array(Type.Object({ id: nullableString, title: text, people, steps })),
  regions: Type.Array(Type.Object({ id: nullableString, title: text, people, steps })),
  minutes: nullable(
    Type.Object({
      people: Type.Integer({ description: 'Сколько человек начали и сдали' }),
      half: Type.Number({ description: 'За столько минут справилась половина' }),
      most: Type.Number({ description: 'За столько минут справились девять из десяти' }),
    }),
    'Никто ещё не сдал',
  ),
  waiting: Type.Array(Type.Object({ id: Type.Enum([...waitingAgeIds]), title: text, people }), {
    description: 'Сданные работы без решения, по возрасту',
  }),
})

export const reportRoutes = {
  'GET /admin/competitions/:competition/report': route({
    access: 'reports',
    competition: 'params',
    summary: 'Отчёт о сезоне: путь участников по этапам, заявки по дням, регионы',
    refuses: ['competition_not_found'],
    params: Type.Object({ competition: code }),
    query: Type.Object(narrowed),
    response: seasonReport,
  }),
  'GET /admin/competitions/:competition/report/live': route({
    access: 'reports',
    competition: 'params',
    summary: 'Тот же отчёт о сезоне событиями: сразу и после каждой перемены',
    refuses: ['competition_not_found', 'report_pages_open'],
    events: true,
    params: Type.Object({ competition: code }),
    query: Type.Object(narrowed),
    response: seasonReport,
  }),
  'GET /admin/competitions/:competition/report/stages/:code': route({
    access: 'reports',
    competition: 'params',
    summary: 'Отчёт об одном этапе: по трекам и регионам, время работы, очередь проверки',
    refuses: ['competition_not_found', 'stage_not_found'],
    params: Type.Object({ competition: code, code }),
    response: stageReport,
  }),
  'GET /admin/competitions/:competition/report/stages/:code/live': route({
    access: 'reports',
    competition: 'params',
    summary: 'Тот же отчёт об этапе событиями: сразу и после каждой перемены',
    refuses: ['competition_not_found', 'stage_not_found', 'report_pages_open'],
    events: true,
    params: Type.Object({ competition: code, code }),
    response: stageReport,
  }),
}
