import type { Tx } from '#server/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type AnswerData, isRecord, textOf } from '#shared/forms/fields/field.ts'

interface ReportedLesson {
  stageId: number
  accountId: number
  competitionCode: string
}

/** Stores the data of a report and queues the comparison of its pictures. */
export async function keepReport(tx: Tx, { stageId, accountId, competitionCode }: ReportedLesson, data: AnswerData) {
  await tx
    .updateTable('lessons')
    .set({
      held_on: textOf(data.held_on),
      listeners: Number(textOf(data.listeners)),
      topic: textOf(data.topic).trim(),
      video: textOf(data.video).trim() || null,
    })
    .where('stage_id', '=', stageId)
    .where('account_id', '=', accountId)
    .execute()
  const files = photosIn(data)
  if (files.length > 0) await addJob(tx, 'compare_lesson_photos', { accountId, competitionCode, files })
}

const photosIn = ({ photos }: AnswerData): string[] =>
  (Array.isArray(photos) ? photos : []).flatMap((file: unknown) =>
    isRecord(file) && typeof file.file_id === 'string' ? [file.file_id] : [],
  )
