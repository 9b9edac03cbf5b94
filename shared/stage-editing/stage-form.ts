import type { FieldOption, FormField, FormSchema } from '#shared/forms/field.ts'
import { type AnswerData, textOf } from '#shared/forms/field.ts'
import { momentOnForm } from '#shared/stages/drawn-setting.ts'
import type { Gate } from '#shared/stages/gate.ts'
import { answerOf, settingsForm, settingsOf } from '#shared/stages/settings-form.ts'
import { parseWire } from '#shared/time/moscow.ts'

/** Everything of a stage that an organiser edits. Times are ISO. */
export interface EditedStage {
  title: string
  summary: string
  manual: string
  opens_at: string | null
  closes_at: string | null
  /** Codes of the stages that must be passed first. */
  requires: string[]
  gate: Gate | null
  published: boolean
  settings: Record<string, unknown>
}

/** What the form of a stage depends on; a group has no settings. */
export interface StageFormSource {
  schema: object | null
  /** The other stages, which may be required before this one. */
  others: readonly FieldOption[]
}

/** The form of a stage: its own fields and the settings of its kind. The entry condition is not in it. */
export function stageForm({ schema, others }: StageFormSource): FormSchema {
  const fields: Record<'stage' | 'dates' | 'entry', FormField[]> = {
    stage: [
      {
        name: 'stage_title',
        label: 'Название',
        view: 'text',
        validation_rules: { required: true, max_length: 200 },
      },
      {
        name: 'stage_summary',
        label: 'Коротко об этапе',
        hint: 'Одна-две фразы на пути участника.',
        view: 'textarea',
        validation_rules: { max_length: 400 },
      },
      {
        name: 'stage_manual',
        label: 'Инструкция',
        hint: 'Участник читает её до первого входа на этап. Пусто: без инструкции.',
        view: 'textarea',
        validation_rules: { max_length: 10_000 },
      },
      {
        name: 'stage_published',
        label: 'Участники видят этап',
        view: 'checkbox',
      },
    ],
    dates: [
      { name: 'stage_opens_at', label: 'Открывается', hint: 'Пусто: открыт с самого начала.', view: 'datetime' },
      { name: 'stage_closes_at', label: 'Закрывается', hint: 'Пусто: без срока.', view: 'datetime' },
    ],
    entry: [
      {
        name: 'stage_requires',
        label: 'Сначала пройти этапы',
        view: 'multiselect',
        options: others,
      },
    ],
  }
  const entry = { code: 'stage_entry', title: 'Допуск', fields: fields.entry }
  return {
    version: 1,
    sections: [
      { code: 'stage', title: 'Этап', fields: fields.stage },
      { code: 'stage_dates', title: 'Сроки', hint: 'Московское время.', fields: fields.dates },
      ...(others.length > 0 ? [entry] : []),
      ...(schema ? settingsForm(schema).sections : []),
    ],
  }
}

export function stageAnswer({ schema }: Pick<StageFormSource, 'schema'>, stage: EditedStage): AnswerData {
  return {
    stage_title: stage.title,
    stage_summary: stage.summary,
    stage_manual: stage.manual,
    stage_published: stage.published,
    stage_opens_at: momentOnForm(dateOf(stage.opens_at)),
    stage_closes_at: momentOnForm(dateOf(stage.closes_at)),
    stage_requires: stage.requires,
    ...(schema ? answerOf(schema, stage.settings) : {}),
  }
}

/** A valid answer as a stage. What the form does not show is taken from `kept`. */
export function stageOfAnswer(
  { schema }: Pick<StageFormSource, 'schema'>,
  answer: AnswerData,
  kept: EditedStage,
): EditedStage {
  const { stage_requires: requires } = answer
  return {
    ...kept,
    title: textOf(answer.stage_title).trim(),
    summary: textOf(answer.stage_summary),
    manual: textOf(answer.stage_manual),
    published: answer.stage_published === true,
    opens_at: momentOf(answer.stage_opens_at, kept.opens_at),
    closes_at: momentOf(answer.stage_closes_at, kept.closes_at),
    requires: Array.isArray(requires) ? requires.map(textOf) : [],
    settings: schema ? settingsOf(schema, answer, kept.settings) : kept.settings,
  }
}

/** An unchanged time keeps its seconds. */
function momentOf(answer: unknown, kept: string | null): string | null {
  const text = textOf(answer)
  if (text === momentOnForm(dateOf(kept))) return kept
  return parseWire(text)?.toISOString() ?? null
}

const dateOf = (iso: string | null) => (iso === null ? null : new Date(iso))
