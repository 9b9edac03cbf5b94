import { fieldsOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { isWorkable, type OneStage } from './one-stage.ts'
import { conditionsToOpen, type PersonStage } from './person-stages.ts'

/** Whether the stage is not open yet for the person: its day has not come, or its conditions are not met. */
export const isAhead = ({ state, facts }: PersonStage): boolean =>
  state.status === 'wait' && facts.submittedAt === null && facts.startedAt === null

/** The data shown of a stage that is not open yet: its conditions, what it requires, how long it takes. */
export function stageAhead({ row, state, facts, own, all }: OneStage) {
  return {
    conditions: conditionsToOpen(all, { row, state, facts, own }).map(({ stage, ...item }) => ({
      ...item,
      stage: wayTo(all.stages, stage),
    })),
    asks: asksOf(row),
    summary: row.summary,
    minutes: row.minutes,
    preparation: linesOf(row.preparation),
  }
}

/** The stage that a condition depends on, where the person may see it. */
function wayTo(stages: readonly PersonStage[], code: string | null) {
  const found = stages.find(({ row, state }) => row.code === code && state.status !== 'hidden')
  if (!found) return null
  const { type, code: known, view } = found.row
  return { type, code: known, view, open: isWorkable(found) }
}

/** Only the amount of work: the questions and the task themselves stay hidden until the stage opens. */
function asksOf({ kind, ...row }: OneStage['row']): string[] {
  const form = kind?.work?.questions({ kind, ...row })
  const fields = form ? fieldsOf(form) : []
  if (!form || fields.length === 0) return []
  // Fields that follow from the settings alone, such as a text and its length, are not secret; an organiser's questions
  // are.
  if (row.form === null) return fields.map(({ label, hint }) => (hint ? `${label}. ${hint}` : label))
  const count = counted(fields.length, 'вопрос', 'вопроса', 'вопросов')
  const titles = form.sections.map(({ title }) => title).filter(Boolean)
  return titles.length > 1 ? [`${count}: ${titles.map(quoted).join(', ')}`] : [count]
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
