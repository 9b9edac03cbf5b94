import type { ChecklistItem } from '#server/stages/kind.ts'
import type { OneStage } from '#server/stages/one-stage.ts'
import type { PersonStage } from '#server/stages/person-stages.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { lessonPlanFacts } from '#shared/programme/lesson_plan/kind.ts'
import { lessonReportFacts } from '#shared/programme/lesson_report/kind.ts'
import { publicLessonFacts } from '#shared/programme/public_lesson/kind.ts'

export const isLesson = ({ type }: Pick<SeasonStage, 'type'>): boolean => type === publicLessonFacts.type

/** The stage of the lesson that a plan or a report belongs to. */
export const lessonIdOf = ({ id, part }: Pick<SeasonStage, 'id' | 'part'>): number => part?.whole ?? id

/** The plan and the report among the parts of a lesson; null until the organiser has made both. */
export function planAndReport<P>(parts: readonly P[], rowOf: (part: P) => Pick<SeasonStage, 'type'>) {
  const plan = parts.find((part) => rowOf(part).type === lessonPlanFacts.type)
  const report = parts.find((part) => rowOf(part).type === lessonReportFacts.type)
  return plan && report ? { plan, report } : null
}

/** The plan and the report of a lesson for one person. Throws `stage_not_found` without them. */
export function personsParts({ row, all }: OneStage): { plan: PersonStage; report: PersonStage } {
  const below = all.stages.filter((stage) => stage.row.part?.whole === row.id)
  const parts = isLesson(row) && planAndReport(below, (stage) => stage.row)
  if (!parts) throw new Refusal('stage_not_found')
  return parts
}

/** A plan or a report that is not below a lesson is a red item. */
export function belowALesson(stage: Pick<SeasonStage, 'parentId'>, { byId }: Pick<Season, 'byId'>): ChecklistItem[] {
  const whole = stage.parentId === null ? undefined : byId.get(stage.parentId)
  return whole && isLesson(whole) ? [] : [{ level: 'red', text: 'Этап должен стоять ниже этапа вида «Открытый урок»' }]
}
