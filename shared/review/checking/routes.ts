import { Type } from 'typebox'
import { password } from '#shared/accounts/auth/routes.ts'
import { answerData, formSchema } from '#shared/forms/fields/wire.ts'
import { asOf, id, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { adminFlags, route } from '#shared/platform/api/route.ts'
import { readableLine } from '#shared/stages/routes.ts'
import { maxRemark, maxWords, worksPage } from './limits.ts'

const count = Type.Integer({ minimum: 0 })
const words = (max: number) => Type.String({ maxLength: max })
const verdict = Type.Enum(['accept', 'return', 'refuse'])
const checkedThings = Type.Enum(['works', 'teams'], { description: 'Что проверяют: сданное или составы команд' })

export const checkReason = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z0-9_]+$' }),
  title: Type.String({ minLength: 1, maxLength: 120 }),
  text: Type.String({ minLength: 1, maxLength: 1000, description: 'Что прочитает участник' }),
})

const remarkToAField = Type.Object({
  field: Type.String({ maxLength: 200, description: 'Поле формы; пусто — замечание к работе целиком' }),
  text: Type.String({ minLength: 1, maxLength: maxRemark }),
})

/** The fields that a checker fills in for a hand-in. */
export const checkDraft = Type.Object({
  verdict: nullable(verdict),
  remarks: Type.Array(remarkToAField, { maxItems: 200 }),
  reason_code: words(64),
  reason: words(maxWords),
  note: words(maxWords),
})

const line = Type.Object({
  ...readableLine.properties,
  before: Type.Optional(
    nullable(Type.String({ description: 'Что стояло здесь, когда работу проверяли в прошлый раз; null — ничего' })),
  ),
})

export const earlierCheck = Type.Object({
  by: Type.String(),
  verdict,
  final: Type.Boolean({ description: 'false — отказ, на который должен посмотреть другой человек' }),
  reason: Type.String(),
  note: Type.String(),
  revision: nullable(Type.Integer(), 'Команда: сдавать нечего'),
  decided_at: Type.String(),
})

const workParams = Type.Object({ work_id: id })
const handIn = id

const stagePlace = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})

const review = Type.Object({
  as_of: asOf,
  stage_id: id,
  of: checkedThings,
  works: Type.Integer({ minimum: 0, description: 'Сколько человек или команд сдали работу, сколько команд собрано' }),
  waits: Type.Integer({ minimum: 0, description: 'Сколько из них ждут решения' }),
  form: formSchema,
  answer: answerData,
  checkers: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      checks: Type.Integer({ minimum: 0, description: 'Сколько решений он принял на этом этапе' }),
      regions: Type.Array(Type.Object({ id: Type.String(), value: Type.String() }), {
        description: 'Работы участников из этих регионов он видит; пусто — всех',
      }),
    }),
  ),
})

const invitationToken = Type.String({ minLength: 1, maxLength: 128 })
const givenName = (minLength: number) => Type.String({ minLength, maxLength: 100 })

export const assessmentRoutes = {
  'POST /auth/staff-invitation/read': route({
    access: 'public',
    summary: 'Прочитать приглашение проверять или оценивать работы либо помогать наставнику; ссылка пришла письмом',
    refuses: ['link_expired', 'email_unconfirmed'],
    limit: 'code_entry',
    body: Type.Object({ token: invitationToken }),
    response: Type.Object({
      email: Type.String(),
      has_account: Type.Boolean({ description: 'С этой почтой уже есть учётная запись' }),
      duties: Type.Array(
        Type.Object({ duty: Type.Enum(['check', 'judge']), stage: Type.String(), competition: Type.String() }),
      ),
      rights: Type.Array(Type.Object({ competition: nullableString, flag: Type.Enum([...adminFlags]) }), {
        description: 'Что организатору откроется и в каком конкурсе; null — во всех',
      }),
      mentors: Type.Array(Type.String(), { description: 'Наставники, которые просят отвечать за них' }),
    }),
  }),
  'POST /auth/staff-invitation': route({
    access: 'public',
    summary: 'Принять приглашение; без учётной записи она создаётся, и сеанс открывается',
    refuses: [
      ...refusedBy.newPassword,
      ...(['link_expired', 'email_unconfirmed', 'account_needed', 'email_exists', 'erasure_asked'] as const),
    ],
    limit: 'code_entry',
    body: Type.Object({
      token: invitationToken,
      person: Type.Optional(
        Type.Object({
          last_name: givenName(1),
          first_name: givenName(1),
          middle_name: givenName(0),
          password,
          password_confirmation: password,
        }),
      ),
    }),
    response: Type.Object({
      access_token: nullable(Type.String(), 'Учётная запись уже есть: войдите как обычно'),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/review': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Как проверяют работы этапа и кто это делает',
    refuses: ['stage_not_found'],
    params: stagePlace,
    response: review,
  }),
  'PUT /admin/competitions/:competition/stages/:code/review': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Изменить, как проверяют работы этапа',
    refuses: ['stage_not_found', 'form_invalid'],
    params: stagePlace,
    bodyLimit: 256 * 1024,
    body: Type.Object({ answer: answerData }),
    response: review,
  }),
  'POST /admin/competitions/:competition/stages/:code/checkers': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Назначить проверяющего этапа по почте его учётной записи',
    refuses: ['stage_not_found', 'user_not_found', 'erasure_asked'],
    params: stagePlace,
    body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }),
    response: review,
  }),
  'PUT /admin/competitions/:competition/stages/:code/checkers/:test_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Назвать регионы, работы участников из которых видит проверяющий; пусто — все',
    refuses: ['stage_not_found', 'user_not_found', 'form_invalid'],
    params: Type.Object({ ...stagePlace.properties, test_id: id }),
    body: Type.Object({
      regions: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100, description: 'kladr_code' }),
    }),
    response: review,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/checkers/:test_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Снять проверяющего с этапа; начатая им работа вернётся в очередь',
    refuses: ['stage_not_found', 'user_not_found'],
    params: Type.Object({ ...stagePlace.properties, test_id: id }),
    response: review,
  }),
  'POST /admin/competitions/:competition/stages/:code/return': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Вернуть работы нескольких участников с одной причиной; принятые тоже',
    refuses: ['stage_not_found', 'verdict_without_reason'],
    params: stagePlace,
    body: Type.Object({
      people: Type.Array(Type.Integer({ minimum: 1, maximum: maxInteger }), { minItems: 1, maxItems: 200 }),
      reason: Type.String({ maxLength: maxWords }),
    }),
    response: Type.Object({
      returned: count,
      skipped: Type.Array(Type.Object({ test_id: Type.Integer(), name: Type.String(), why: Type.String() })),
      absent: Type.Integer({ minimum: 0, description: 'Сколько человек ничего на этом этапе не сдали' }),
    }),
  }),
  'GET /desk': route({
    access: 'assessor',
    summary: 'Очереди проверяющего и эксперта: что ждёт его и с какого времени',
    response: Type.Object({
      as_of: asOf,
      queues: Type.Array(
        Type.Object({
          stage_id: id,
          of: checkedThings,
          title: Type.String(),
          competition_code: Type.String(),
          competition_title: Type.String(),
          theme: Type.String(),
          layout: Type.String(),
          left: Type.Integer({ minimum: 0, description: 'Сколько работ ждёт решения' }),
          mine: Type.Integer({ minimum: 0, description: 'Сколько из них уже на столе у этого человека' }),
          late: Type.Integer({ minimum: 0, description: 'Сколько ждёт дольше обещанного' }),
          oldest: nullableString,
        }),
      ),
    }),
  }),
  'GET /desk/stages/:stage_id/works': route({
    access: 'assessor',
    summary: 'Работы этапа: которые ждут решения, дольше всех ждущие сверху, или решённые',
    refuses: ['stage_not_found'],
    params: Type.Object({ stage_id: id }),
    query: Type.Object({
      ...pageQuery({ size: worksPage }),
      state: Type.Optional(Type.Enum(['waits', 'decided'])),
      search: Type.Optional(Type.String({ maxLength: 100, description: 'Часть имени, команды или номер участника' })),
    }),
    response: Type.Object({
      as_of: asOf,
      of: checkedThings,
      title: Type.String(),
      competition_code: Type.String(),
      left: count,
      count,
      works: Type.Array(
        Type.Object({
          work_id: nullable(id, 'Собранная команда'),
          team_id: nullable(id, 'Работа'),
          name: Type.String(),
          test_id: nullable(Type.Integer(), 'Работа команды'),
          revision: nullable(Type.Integer(), 'Собранная команда'),
          since: Type.String({ description: 'С какого времени ждёт или когда решено' }),
          late: Type.Boolean({ description: 'Ждёт дольше обещанного' }),
          taken_by: nullableString,
          verdict: nullable(verdict, 'Эту версию никто не проверял'),
          second_look: Type.Boolean({ description: 'Предложен отказ: нужен второй человек' }),
          scanning: Type.Boolean({ description: 'Файл работы ещё проверяется на вирусы' }),
        }),
      ),
    }),
  }),
  'POST /desk/stages/:stage_id/next': route({
    access: 'assessor',
    summary: 'Взять следующую работу этапа: она остаётся за этим человеком на полчаса',
    refuses: ['stage_not_found'],
    params: Type.Object({ stage_id: id }),
    body: Type.Object({
      after: Type.Optional(Type.Integer({ minimum: 1, description: 'Работа, которую откладывают' })),
    }),
    response: Type.Object({ work_id: nullable(id), team_id: nullable(id, 'На этом этапе проверяют работы') }),
  }),
  'GET /desk/works/:work_id': route({
    access: 'assessor',
    summary: 'Работа для проверки: ответ словами, что изменилось, прежние решения',
    refuses: ['work_not_found'],
    params: workParams,
    response: Type.Object({
      work_id: id,
      stage_id: id,
      stage_title: Type.String(),
      stage_type: Type.String(),
      competition_code: Type.String(),
      left: count,
      state: Type.Enum(['waits', 'taken', 'decided']),
      taken_by: nullableString,
      waits_since: nullableString,
      target_hours: Type.Integer(),
      return_days: Type.Integer(),
      second_look: Type.Boolean({ description: 'Отказ подтверждает другой человек' }),
      reasons: Type.Array(checkReason),
      hand_in: Type.Object({
        id: handIn,
        revision: Type.Integer(),
        arrived_at: Type.String(),
        by_system: Type.Boolean({ description: 'Черновик сдан системой в момент окончания этапа' }),
      }),
      author: Type.Object({ name: Type.String(), details: Type.Array(Type.String()) }),
      lines: Type.Array(line),
      hints: Type.Array(Type.String(), { description: 'На что обратить внимание; решать по ним не обязательно' }),
      formal: Type.Boolean({ description: 'Принятую работу дальше читают эксперты: этап этим ещё не пройден' }),
      may_return: Type.Boolean({ description: 'false — эту работу уже возвращали, а вернуть её можно один раз' }),
      checks: Type.Array(earlierCheck),
      draft: nullable(
        Type.Object({ data: checkDraft, revision: Type.Integer(), saved_at: Type.String() }),
        'Этот человек ещё ничего не написал об этой версии',
      ),
    }),
  }),
  'GET /desk/works/:work_id/files/:file_id': route({
    access: 'assessor',
    summary: 'Файл, приложенный к работе',
    refuses: ['work_not_found', 'not_found', ...refusedBy.storedFile],
    params: Type.Object({ work_id: id, file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: null,
    download: true,
  }),
  'PUT /desk/works/:work_id/draft': route({
    access: 'assessor',
    summary: 'Сохранить начатую проверку и оставить работу за собой ещё на полчаса',
    refuses: [...refusedBy.heldWork, 'draft_conflict'],
    params: workParams,
    bodyLimit: 512 * 1024,
    body: Type.Object({
      hand_in: handIn,
      data: checkDraft,
      revision: Type.Optional(Type.Integer({ minimum: 0, maximum: maxInteger })),
    }),
    response: Type.Object({ revision: Type.Integer(), saved_at: Type.String() }),
  }),
  'POST /desk/works/:work_id/check': route({
    access: 'assessor',
    summary: 'Решить: принять, вернуть с замечаниями или отказать',
    refuses: [
      ...refusedBy.heldWork,
      'work_preparing',
      'work_reported',
      'work_plagiarism',
      'verdict_without_reason',
      'returned_once',
      'stage_not_found',
    ],
    params: workParams,
    bodyLimit: 512 * 1024,
    body: Type.Object({
      hand_in: handIn,
      verdict,
      remarks: Type.Optional(checkDraft.properties.remarks),
      reason_code: Type.Optional(words(64)),
      reason: Type.Optional(words(maxWords)),
      note: Type.Optional(words(maxWords)),
    }),
    response: Type.Object({
      outcome: Type.Enum(['accepted', 'returned', 'refused', 'second_look']),
    }),
  }),
  'DELETE /desk/works/:work_id/hold': route({
    access: 'assessor',
    summary: 'Отпустить работу: её сможет взять другой',
    params: workParams,
    response: null,
  }),
}
