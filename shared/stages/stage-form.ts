import type { FieldOption, FormField, FormSchema } from '#shared/forms/fields/field.ts'
import { type AnswerData, rowsOf, textOf } from '#shared/forms/fields/field.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { momentOnForm, type Offered } from './drawn-setting.ts'
import type { Gate } from './gate.ts'
import { answerOf, settingsForm, settingsOf } from './settings-form.ts'
import type { StageClock } from './window.ts'

interface TrackWindow {
  opens_at: string | null
  closes_at: string | null
}

/** What an organiser edits in a stage. Moments are ISO. */
export interface EditedStage {
  title: string
  summary: string
  manual: string
  minutes: number | null
  preparation: string
  opens_at: string | null
  closes_at: string | null
  /** By the code of the track; a missing date is the stage's. */
  track_windows: Record<string, TrackWindow>
  clock: StageClock
  /** Empty: for every track. */
  tracks: string[]
  /** Codes of the stages that must be passed first. */
  requires: string[]
  gate: Gate | null
  published: boolean
  settings: Record<string, unknown>
}

/** What the form of a stage depends on. `schema` is null for a group, which has no settings. */
export interface StageFormSource {
  schema: object | null
  /** The other stages, which may be required before this one. */
  others: readonly FieldOption[]
  /** The choices for settings that name a stage, a track or a document. */
  offered?: Offered
  tracks: readonly FieldOption[]
  /** The stage is a group: it only contains others, and nobody enters it. */
  group: boolean
}

/** The section with the texts that participants read before they enter. */
export const beforeEntry = 'stage_before'

/** A stage with the settings of its kind as one form, without the condition of entry. */
export function stageForm({ schema, others, offered, tracks, group }: StageFormSource): FormSchema {
  /** With a single track there is nothing to choose. */
  const several = (field: FormField) => (tracks.length > 1 ? [field] : [])
  const fields: Record<'stage' | 'before' | 'dates' | 'entry', FormField[]> = {
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
        name: 'stage_published',
        label: 'Участники видят этап',
        view: 'checkbox',
      },
      ...several({
        name: 'stage_tracks',
        label: 'Для каких треков',
        hint: 'Не выбрано ничего: для всех.',
        view: 'multiselect',
        options: tracks,
      }),
    ],
    before: [
      {
        name: 'stage_manual',
        label: 'Инструкция',
        hint: 'Участник читает её до первого входа на этап. Пусто: без инструкции.',
        view: 'textarea',
        validation_rules: { max_length: 10_000 },
      },
      {
        name: 'stage_minutes',
        label: 'Сколько займёт, минут',
        hint: 'Участник видит это, пока этап не открылся. Пусто: не говорить.',
        view: 'number',
        validation_rules: { int: true, min_value: 1, max_value: 100_000 },
      },
      {
        name: 'stage_preparation',
        label: 'Что подготовить',
        hint: 'Каждая вещь с новой строки.',
        view: 'textarea',
        validation_rules: { max_length: 2000 },
      },
    ],
    dates: [
      { name: 'stage_opens_at', label: 'Открывается', hint: 'Пусто: открыт с самого начала.', view: 'datetime' },
      { name: 'stage_closes_at', label: 'Закрывается', hint: 'Пусто: без срока.', view: 'datetime' },
      {
        name: 'stage_clock',
        label: 'По чьим часам',
        view: 'radio',
        options: [
          { id: 'moscow', value: 'По московским: для всех в один миг' },
          { id: 'participant', value: 'По часам региона участника: открывается в 08:00, закрывается в тот же час' },
        ],
        validation_rules: { required: true },
      },
      ...several({
        name: 'stage_track_windows',
        label: 'Сроки отдельных треков',
        hint: 'Вместо общих. Дата, которую не указали, остаётся общей.',
        view: 'group',
        rows: { max: tracks.length },
        fields: [
          { name: 'track', label: 'Трек', view: 'select', options: tracks, validation_rules: { required: true } },
          { name: 'opens_at', label: 'Открывается для трека', view: 'datetime' },
          { name: 'closes_at', label: 'Закрывается для трека', view: 'datetime' },
        ],
      }),
    ],
    entry:
      others.length > 0
        ? [{ name: 'stage_requires', label: 'Сначала пройти этапы', view: 'multiselect', options: others }]
        : [],
  }
  const entry = { code: 'stage_entry', title: 'Допуск', fields: fields.entry }
  return {
    version: 1,
    sections: [
      { code: 'stage', title: 'Этап', fields: fields.stage },
      { code: 'stage_dates', title: 'Сроки', hint: 'Московское время.', fields: fields.dates },
      ...(group ? [] : [entry]),
      { code: beforeEntry, title: 'Перед входом', fields: fields.before },
      ...(schema ? settingsForm(schema, offered).sections : []),
    ],
  }
}

export function stageAnswer({ schema }: Pick<StageFormSource, 'schema'>, stage: EditedStage): AnswerData {
  return {
    stage_title: stage.title,
    stage_summary: stage.summary,
    stage_manual: stage.manual,
    ...(stage.minutes !== null && { stage_minutes: stage.minutes }),
    stage_preparation: stage.preparation,
    stage_published: stage.published,
    stage_opens_at: momentOnForm(dateOf(stage.opens_at)),
    stage_closes_at: momentOnForm(dateOf(stage.closes_at)),
    stage_clock: stage.clock,
    stage_tracks: stage.tracks,
    stage_track_windows: Object.keys(stage.track_windows)
      .toSorted()
      .map((track) => ({
        track,
        opens_at: momentOnForm(dateOf(stage.track_windows[track]?.opens_at ?? null)),
        closes_at: momentOnForm(dateOf(stage.track_windows[track]?.closes_at ?? null)),
      })),
    stage_requires: stage.requires,
    ...(schema ? answerOf(schema, stage.settings) : {}),
  }
}

/** A valid answer as a stage. Values that the form does not show are taken from `kept`. */
export function stageOfAnswer(
  { schema }: Pick<StageFormSource, 'schema'>,
  answer: AnswerData,
  kept: EditedStage,
): EditedStage {
  return {
    ...kept,
    title: textOf(answer.stage_title).trim(),
    summary: textOf(answer.stage_summary),
    manual: textOf(answer.stage_manual),
    minutes: typeof answer.stage_minutes === 'number' ? answer.stage_minutes : null,
    preparation: textOf(answer.stage_preparation),
    published: answer.stage_published === true,
    opens_at: momentOf(answer.stage_opens_at, kept.opens_at),
    closes_at: momentOf(answer.stage_closes_at, kept.closes_at),
    clock: answer.stage_clock === 'participant' ? 'participant' : 'moscow',
    // With a single track the form asks neither for tracks nor for their dates.
    tracks: answer.stage_tracks === undefined ? kept.tracks : codesOf(answer.stage_tracks),
    track_windows: answer.stage_track_windows === undefined ? kept.track_windows : windowsOf(answer, kept),
    requires: codesOf(answer.stage_requires),
    settings: schema ? settingsOf(schema, answer, kept.settings) : kept.settings,
  }
}

function windowsOf({ stage_track_windows: rows }: AnswerData, kept: EditedStage): EditedStage['track_windows'] {
  return Object.fromEntries(
    rowsOf(rows).map((row) => {
      const track = textOf(row.track)
      const before = kept.track_windows[track]
      const opens_at = momentOf(row.opens_at, before?.opens_at ?? null)
      return [track, { opens_at, closes_at: momentOf(row.closes_at, before?.closes_at ?? null) }]
    }),
  )
}

const codesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : [])

/** An unchanged moment keeps its seconds. */
function momentOf(answer: unknown, kept: string | null): string | null {
  const text = textOf(answer)
  if (text === momentOnForm(dateOf(kept))) return kept
  return parseWire(text)?.toISOString() ?? null
}

const dateOf = (iso: string | null) => (iso === null ? null : new Date(iso))
