import { keepReport } from '#server/programme/lessons/keep-report.ts'
import { belowALesson, lessonIdOf } from '#server/programme/lessons/lesson-parts.ts'
import { formWork } from '#server/stages/forms/form-work.ts'
import { type IncomingWork, serverKind, settingsAt, type TakenWork, type TakesWork } from '#server/stages/kind.ts'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { lessonReportKind } from '#shared/programme/lesson_report/contract.ts'
import { reportForm } from '#shared/programme/lesson_report/report-form.ts'
import { usualCriteria } from './rubric.ts'

const formAt = (stage: { settings: Record<string, unknown> }) => reportForm(settingsAt(lessonReportKind, stage))

const asked = formWork({
  questions: formAt,
  follows: () => 'wait',
  faultyDraft: 'declined',
  inWords: async (_db, handedIn) => handedIn.map(({ data, ...stage }) => humanReadable(formAt(stage), data)),
})

/** Refuses a report on a lesson before the lesson was held. */
const isAhead = ({ receivedAt }: IncomingWork, { data }: TakenWork) =>
  textOf(data.held_on) > formatWire(receivedAt).slice(0, 10)

const kept = ({ accountId, stage: { row } }: IncomingWork, taken: TakenWork): TakenWork => ({
  ...taken,
  keep: (tx) =>
    keepReport(tx, { stageId: lessonIdOf(row), accountId, competitionCode: row.competitionCode }, taken.data),
})

const work: TakesWork = {
  ...asked,
  async take(db, services, incoming) {
    const taken = await asked.take(db, services, incoming)
    if (taken === 'repeated') return taken
    if (isAhead(incoming, taken)) {
      const held_on = { rule: 'max_value', message: 'Этот день ещё не наступил: отчёт сдают после урока' }
      throw new Refusal('form_invalid', { fields: { held_on } })
    }
    return kept(incoming, taken)
  },
  draft: asked.draft && {
    ...asked.draft,
    async atEnd(tx, services, draft) {
      const taken = (await asked.draft?.atEnd(tx, services, draft)) ?? null
      return taken && !isAhead(draft, taken) ? kept(draft, taken) : null
    },
  },
}

export const lessonReport = serverKind(lessonReportKind, {
  work,
  attempts: null,
  standing: null,
  ownData: null,
  files: null,
  judging: { settings: {}, criteria: usualCriteria },
  checklist: (stage, season) => belowALesson(stage, season),
})
