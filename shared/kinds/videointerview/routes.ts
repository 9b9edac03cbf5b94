import { Type } from 'typebox'
import { asOf, id, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { stageStatuses } from '#shared/stages/status.ts'
import { maxQuestions, partMaxBytes, takeStates, videoFileMaxBytes, videoTypes } from './take-rules.ts'

const params = Type.Object({ stage_id: id })
const question = Type.Integer({ minimum: 1, maximum: maxQuestions, description: 'Место вопроса в настройках этапа' })
const ofQuestion = Type.Object({ stage_id: id, question })
const ofTake = Type.Object({ take_id: id })
const stageParams = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const fileId = Type.String({ pattern: '^[0-9a-f]{32}$' })
const count = Type.Integer({ minimum: 0 })
const bytes = Type.Integer({ minimum: 0, maximum: maxInteger })
const reason = Type.String({ minLength: 1, maxLength: 500 })
const takeState = Type.Enum([...takeStates])

const take = {
  take_id: id,
  state: takeState,
  source: Type.Enum(['recording', 'file']),
  failure: nullable(Type.String({ description: 'Почему попытка не удалась; такая попытка не тратится' })),
  received: Type.Integer({ description: 'Сколько байтов уже на сервере' }),
  total: nullable(Type.Integer({ description: 'Сколько их в записи; неизвестно, пока она идёт' })),
  seconds: nullable(Type.Number()),
  broken: Type.Boolean({ description: 'Запись прервалась' }),
  silent: Type.Boolean(),
  dark: Type.Boolean(),
  began_at: Type.String(),
  playable: Type.Boolean(),
}

const interview = Type.Object({
  stage_id: id,
  now: Type.String(),
  status: Type.Enum([...stageStatuses]),
  open: Type.Boolean({ description: 'Записывать можно' }),
  closes_at: nullableString,
  upload_until: Type.Union([Type.String(), Type.Null()], {
    description: 'До какого времени принимается то, что записано вовремя',
  }),
  may_upload: Type.Boolean(),
  consent: Type.Object({ text: Type.String(), agreed_at: nullableString }),
  broken_off: Type.Enum(['short', 'never', 'always']),
  retention_days: count,
  defects_left: Type.Integer({ description: 'Сколько раз ещё можно самому взять попытку из-за неисправности' }),
  questions: Type.Array(
    Type.Object({
      question,
      text: Type.Union([Type.String(), Type.Null()], { description: 'null, пока вопрос не показан' }),
      think_seconds: count,
      think_left: count,
      answer_seconds: count,
      max_seconds: Type.Integer({ description: 'Сколько можно записывать с учётом конца этапа' }),
      takes_left: count,
      chosen: nullable(id),
      takes: Type.Array(Type.Object(take)),
      grants: Type.Array(Type.Object({ reason: Type.String(), granted: Type.Boolean() })),
    }),
  ),
})

const viewing = Type.Object({
  url: Type.String({ description: 'Адрес записи для этого входа на два часа; отдаёт части файла' }),
  poster: nullableString,
  voice: Type.Boolean({ description: 'Только голос: автор скрыт' }),
  download: Type.Boolean(),
  seconds: count,
})

const cannotPlay = ['video_removed', 'video_not_ready', 'stage_not_found'] as const
const takeRefusals = [...refusedBy.openStage, 'video_question_order', 'video_no_takes', 'video_take_measured'] as const

/** Refusals of a file that replaces a recording. */
const videoFileRefusals = [
  ...takeRefusals,
  'video_unreadable',
  'video_codec_unknown',
  'video_no_picture',
  'video_too_long',
  'video_cut',
  'idempotency_mismatch',
] as const

export const videoInterviewRoutes = {
  'GET /user/stages/:stage_id/video': route({
    access: 'participant',
    summary: 'Видеоинтервью: согласие, вопросы и записанные ответы; текст вопроса появляется, когда он показан',
    refuses: refusedBy.stage,
    params,
    response: interview,
  }),
  'POST /user/stages/:stage_id/video/consent': route({
    access: 'participant',
    summary: 'Согласиться на видеозапись',
    refuses: refusedBy.openStage,
    params,
    body: Type.Object({ agree: Type.Literal(true) }),
    response: interview,
  }),
  'POST /user/stages/:stage_id/video/questions/:question': route({
    access: 'participant',
    summary: 'Показать вопрос: с этого времени идут секунды на подготовку',
    refuses: [...refusedBy.openStage, 'video_consent_required', 'video_question_order'],
    params: ofQuestion,
    response: interview,
  }),
  'POST /user/stages/:stage_id/video/questions/:question/takes': route({
    access: 'participant',
    summary: 'Начать запись ответа',
    refuses: takeRefusals,
    params: ofQuestion,
    body: Type.Object({ type: Type.Enum([...videoTypes]) }),
    response: Type.Object({ take_id: id, interview }),
  }),
  'POST /user/stages/:stage_id/video/questions/:question/defect': route({
    access: 'participant',
    summary: 'Сообщить о технической неисправности: ещё одна попытка сразу или по решению организатора',
    refuses: [...refusedBy.openStage, 'video_question_order', 'video_defect_known', 'verdict_without_reason'],
    params: ofQuestion,
    body: Type.Object({ reason }),
    response: interview,
  }),
  'POST /user/video': route({
    access: 'participant',
    summary:
      'Загрузить ответ файлом, если записать его нельзя; без stage_id и question — на вопрос, показанный последним',
    refuses: [...refusedBy.upload, ...videoFileRefusals],
    query: Type.Object({ stage_id: Type.Optional(id), question: Type.Optional(question) }),
    upload: true,
    bodyLimit: videoFileMaxBytes,
    limit: 'upload',
    status: 201,
    response: Type.Object({ take_id: id, interview }),
  }),
  'POST /user/uploads/:upload_id/video': route({
    access: 'participant',
    summary: 'То же из видео, которое загружено частями; начатое до закрытия этапа принимается',
    refuses: [...refusedBy.resumed, ...videoFileRefusals],
    params: Type.Object({ upload_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    body: Type.Object({ question }),
    status: 201,
    response: Type.Object({ take_id: id, interview }),
  }),
  'PUT /user/video/:take_id/parts': route({
    access: 'participant',
    summary: 'Передать следующую часть записи; отказ называет в fields.at_byte байт, который ожидается',
    refuses: [
      ...refusedBy.openStage,
      ...refusedBy.upload,
      'video_take_not_found',
      'video_part_gap',
      'video_part_damaged',
      'video_part_differs',
      'video_take_over',
      'video_take_too_big',
    ],
    params: ofTake,
    query: Type.Object({ at_byte: bytes, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
    upload: true,
    bodyLimit: partMaxBytes,
    limit: 'video_part',
    response: Type.Object({ received: count, total: nullable(count), state: takeState }),
  }),
  'POST /user/video/:take_id/end': route({
    access: 'participant',
    summary: 'Закончить запись: сколько в ней байтов и не прервалась ли она',
    refuses: [...refusedBy.openStage, 'video_take_not_found', 'video_take_too_big'],
    params: ofTake,
    body: Type.Object({
      total: bytes,
      broken: Type.Boolean(),
      silent: Type.Optional(Type.Boolean()),
      dark: Type.Optional(Type.Boolean()),
    }),
    response: interview,
  }),
  'POST /user/video/:take_id/viewing': route({
    access: 'participant',
    summary: 'Адрес, по которому можно посмотреть свою запись',
    refuses: ['video_take_not_found', ...cannotPlay, 'video_no_voice'],
    params: ofTake,
    response: viewing,
  }),
  'GET /video/:token': route({
    access: 'public',
    summary: 'Запись или её часть (Range) по адресу, выданному вошедшему человеку; вход и права проверяются каждый раз',
    refuses: ['not_found', 'no_access', 'video_range'],
    params: Type.Object({ token: Type.String({ pattern: '^[\\w-]{43}$' }) }),
    query: Type.Object({ part: Type.Enum(['play', 'poster', 'download'], { default: 'play' }) }),
    response: null,
    download: true,
  }),
  'POST /desk/readings/:reading_id/videos/:file_id': route({
    access: 'assessor',
    summary: 'Открыть запись в оцениваемой работе; просмотр попадает в журнал',
    refuses: ['reading_not_found', ...cannotPlay, 'video_no_voice'],
    params: Type.Object({ reading_id: id, file_id: fileId }),
    response: viewing,
  }),
  'POST /desk/readings/:reading_id/defects': route({
    access: 'assessor',
    summary: 'Сообщить организатору о неисправной записи вместо оценки',
    refuses: [
      'reading_not_found',
      'reading_taken',
      'video_question_order',
      'video_defect_known',
      'verdict_without_reason',
    ],
    params: Type.Object({ reading_id: id }),
    body: Type.Object({ question, reason }),
    response: null,
  }),
  'POST /desk/works/:work_id/videos/:file_id': route({
    access: 'assessor',
    summary: 'Открыть запись в проверяемой работе; просмотр попадает в журнал',
    refuses: ['work_not_found', ...cannotPlay, 'video_no_voice'],
    params: Type.Object({ work_id: id, file_id: fileId }),
    response: viewing,
  }),
  'GET /admin/competitions/:competition/stages/:code/video': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Техническая доска: неудачные, тихие и прерванные записи, браузеры, недошедшие части',
    refuses: refusedBy.ownersStage,
    params: stageParams,
    query: Type.Object({ ...pageQuery({ size: 20 }), all: Type.Boolean({ default: false }) }),
    response: Type.Object({
      as_of: asOf,
      totals: Type.Object({
        takes: count,
        people: count,
        failed: count,
        arriving: count,
        broken: count,
        silent: count,
        dark: count,
        bytes: count,
        waiting: Type.Integer({ description: 'Просьбы о попытке, которые ждут решения' }),
      }),
      kept_until: nullable(Type.String(), 'Записей нет или срок хранения не ограничен'),
      count,
      takes: Type.Array(
        Type.Object({
          ...take,
          test_id: id,
          name: Type.String(),
          question,
          browser: Type.String(),
          codecs: Type.String(),
          missing: count,
          heard_at: Type.String(),
          reasons: Type.Array(Type.String()),
          waits: Type.Boolean(),
        }),
      ),
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/video/takes': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Дать ещё одну попытку с причиной; сданная работа возвращается автору',
    refuses: [
      ...refusedBy.ownersStage,
      'work_not_found',
      'video_question_order',
      'video_request_answered',
      'verdict_without_reason',
    ],
    params: stageParams,
    body: Type.Object({ test_id: id, question, reason, answers_request: Type.Optional(Type.Boolean()) }),
    response: Type.Object({ returned: Type.Boolean(), extended: Type.Boolean() }),
  }),
}
