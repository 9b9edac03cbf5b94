import { Type } from 'typebox'
import { answerData, formSchema } from '#shared/forms/fields/wire.ts'
import { id, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { handInAnswer, readableLine, remark } from './routes.ts'
import { stageStatuses } from './status.ts'

const params = Type.Object({ stage_id: id })
const revision = Type.Integer({ minimum: 0, maximum: maxInteger })
const faults = Type.Record(Type.String(), Type.Object({ rule: Type.String(), message: Type.String() }))
const largeBody = 512 * 1024

export const savedDraft = Type.Object({
  draft: answerData,
  revision,
  saved_at: nullableString,
})

export const draftToSave = Type.Object({ data: answerData, revision: Type.Optional(revision) })
export const draftKept = Type.Object({ revision, saved_at: Type.String(), faults })

/** What the page of a stage needs for its work: the questions, the hand-in and the remarks. */
export const workPage = {
  stage_id: id,
  title: Type.String(),
  form: formSchema,
  dictionaries: Type.Record(Type.String(), Type.Array(Type.Object({ id: Type.String(), value: Type.String() })), {
    description: 'Небольшие справочники целиком',
  }),
  status: Type.Enum([...stageStatuses]),
  read_only: Type.Boolean(),
  viewable: Type.Boolean(),
  end_date: nullableString,
  handed_in: nullable(
    Type.Object({
      data: answerData,
      human_readable: Type.Array(readableLine),
      receipt_number: Type.String(),
      handed_in_at: Type.String(),
    }),
  ),
  remarks: Type.Array(remark),
}

/** The routes for the work of a person or a team at a stage, common to all kinds with work. */
export const workRoutes = {
  'GET /user/stages/:stage_id/work': route({
    access: 'participant',
    summary: 'Работа на этапе: вопросы, что сдано, замечания',
    refuses: refusedBy.stage,
    params,
    response: Type.Object(workPage),
  }),
  'GET /user/stages/:stage_id/draft': route({
    access: 'participant',
    summary: 'Черновик работы',
    refuses: refusedBy.stage,
    params,
    response: savedDraft,
  }),
  'PUT /user/stages/:stage_id/draft': route({
    access: 'participant',
    summary:
      'Сохранить черновик; revision называет редакцию, с которой начата правка, без неё побеждает последняя запись',
    refuses: [
      ...refusedBy.openStage,
      ...refusedBy.mentors,
      ...refusedBy.attempt,
      'track_of_captain',
      'draft_conflict',
      'section_not_held',
    ],
    params,
    bodyLimit: largeBody,
    body: draftToSave,
    response: draftKept,
  }),
  'PUT /user/stages/:stage_id/answer': route({
    access: 'participant',
    summary: 'Сдать работу',
    refuses: [
      ...refusedBy.openStage,
      ...refusedBy.handIn,
      ...refusedBy.tracks,
      ...refusedBy.mentors,
      ...refusedBy.attempt,
      ...refusedBy.admission,
      ...refusedBy.application,
      ...refusedBy.solution,
      'mentors_too_few',
      'comment_required',
      'rules_outdated',
      'already_registered',
      'registration_closed_participants',
      'registration_closed_supporters',
    ],
    params,
    bodyLimit: largeBody,
    body: Type.Object({
      data: answerData,
      form_version: Type.Optional(Type.Integer({ minimum: 0, maximum: 100000 })),
    }),
    response: handInAnswer,
  }),
  'GET /user/stages/:stage_id/revisions': route({
    access: 'participant',
    summary: 'Прежние редакции черновика, новые сверху',
    refuses: refusedBy.stage,
    params,
    response: Type.Object({
      revisions: Type.Array(
        Type.Object({
          revision,
          saved_at: Type.String(),
          words: Type.Integer({ description: 'Слов в длинных текстах' }),
        }),
      ),
    }),
  }),
  'GET /user/stages/:stage_id/revisions/:revision': route({
    access: 'participant',
    summary: 'Одна прежняя редакция черновика',
    refuses: [...refusedBy.stage, 'not_found'],
    params: Type.Object({ stage_id: id, revision: id }),
    response: Type.Object({ revision, saved_at: Type.String(), data: answerData }),
  }),
}
