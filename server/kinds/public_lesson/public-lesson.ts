import { planAndReport } from '#server/programme/lessons/lesson-parts.ts'
import { ownLessons } from '#server/programme/lessons/own-lessons.ts'
import { serverKind, type Whole } from '#server/stages/kind.ts'
import { partsOf } from '#server/stages/parts.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { lessonPlanFacts } from '#shared/programme/lesson_plan/kind.ts'
import { lessonReportFacts } from '#shared/programme/lesson_report/kind.ts'
import { publicLessonKind } from '#shared/programme/public_lesson/contract.ts'
import { lessonState, withoutOutcome } from '#shared/programme/public_lesson/lesson-state.ts'
import { stageStatus } from '#shared/stages/stage-status.ts'

const whole: Whole = {
  made: [lessonPlanFacts.type, lessonReportFacts.type],
  before: () => [],
  // A lesson report opens once the plan of the lesson is accepted.
  accepted: (_whole, parts, part) =>
    part.type === lessonReportFacts.type
      ? parts.filter(({ type }) => type === lessonPlanFacts.type).map(({ code }) => code)
      : [],
  spared: () => [],
  state(stage, given, parts, now) {
    const facts = withoutOutcome(given)
    const base = { facts, state: stageStatus(stage, facts, now) }
    const known = planAndReport(parts, ({ row }) => row)
    return known ? lessonState(base, known.plan, known.report) : base
  },
}

export const publicLesson = serverKind(publicLessonKind, {
  work: null,
  attempts: null,
  standing: null,
  whole,
  ownData: { name: 'lessons', title: 'Открытые уроки', read: ownLessons },
  files: null,
  checklist: (stage, { stages }) => {
    const parts = partsOf(stages, stage)
    const red = (text: string) => ({ level: 'red' as const, text })
    const count = (wanted: string) => parts.filter(({ type }) => type === wanted).length
    const odd = parts.filter(({ type }) => type !== lessonPlanFacts.type && type !== lessonReportFacts.type)
    return [
      ...(count(lessonPlanFacts.type) === 1 ? [] : [red('Ниже этапа должен быть один план урока')]),
      ...(count(lessonReportFacts.type) === 1 ? [] : [red('Ниже этапа должен быть один отчёт об уроке')]),
      ...odd.map(({ title }) => red(`Этап ${quoted(title)} не может быть частью открытого урока`)),
      ...parts
        .filter(({ part }) => part?.own.published === false)
        .map(({ title }) => ({ level: 'yellow' as const, text: `Часть ${quoted(title)} ещё не опубликована` })),
    ]
  },
})
