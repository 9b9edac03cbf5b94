import {
  type AnswerData,
  chosenId,
  type FieldOption,
  type FormField,
  type FormSchema,
  isEmpty,
  textOf,
} from '#shared/forms/fields/field.ts'
import { type Condition, conditionsIn, type Gate } from './gate.ts'

/** What conditions in a competition can name. */
export interface ConditionChoices {
  stages: readonly FieldOption[]
  /** The stages at which people can have scores. */
  scored: readonly FieldOption[]
  tracks: readonly FieldOption[]
  regions: readonly FieldOption[]
  consents: readonly FieldOption[]
}

const outcomes = ['passed', 'submitted', 'failed'] as const
const doors = { participant: 'Участник', supporter: 'Сторонник' } as const
const teams = { member: 'Вступил в команду', complete: 'Команда собрана', admitted: 'Команда допущена' } as const

/** A new condition of entry as a form: what it checks, and the required value. */
export function conditionForm(choices: ConditionChoices): FormSchema {
  const { stages, scored, tracks, regions, consents } = choices
  const has = (options: readonly FieldOption[], id: string, value: string) =>
    options.length > 0 ? [{ id, value }] : []
  const about = [
    ...has(stages, 'passed', 'Этап пройден'),
    ...has(stages, 'submitted', 'Работа на этапе сдана'),
    ...has(stages, 'failed', 'Этап не пройден'),
    ...has(scored, 'score', 'Баллов не меньше'),
    ...has(tracks, 'track', 'Трек'),
    ...has(regions, 'region', 'Регион'),
    { id: 'door', value: 'Роль в конкурсе' },
    { id: 'team', value: 'Команда' },
    ...has(consents, 'consent', 'Согласие'),
    { id: 'tag', value: 'Отметка организатора' },
    { id: 'past_finalist', value: 'Финалист прошлых сезонов' },
  ]
  const asked = (name: string, label: string, kinds: readonly string[], more: Partial<FormField>): FormField => ({
    name: `condition_${name}`,
    label,
    view: 'select',
    visible_when: { field: 'condition_about', in: kinds },
    validation_rules: { required: true },
    ...more,
  })
  const length = { required: true, max_length: 64 }
  const fields: FormField[] = [
    {
      name: 'condition_about',
      label: 'Что проверить',
      view: 'select',
      options: about,
      validation_rules: { required: true },
    },
    asked('stage', 'Этап', outcomes, { options: stages }),
    asked('scored', 'Этап', ['score'], { options: scored }),
    asked('score', 'Сколько баллов', ['score'], { view: 'number' }),
    asked('track', 'Треки', ['track'], { view: 'multiselect', options: tracks, hint: 'Подойдёт любой из выбранных.' }),
    asked('region', 'Регионы', ['region'], { view: 'multiselect', params: { dict: 'regions' } }),
    asked('door', 'Роль', ['door'], { view: 'radio', options: optionsOf(doors) }),
    asked('team', 'Что с командой', ['team'], { view: 'radio', options: optionsOf(teams) }),
    asked('consent', 'Документ', ['consent'], { options: consents }),
    asked('tag', 'Код отметки', ['tag'], { view: 'text', validation_rules: length }),
    asked('tag_title', 'Как назвать её участнику', ['tag'], {
      view: 'text',
      validation_rules: { required: true, max_length: 300 },
    }),
    { name: 'condition_not', label: 'Наоборот: закрыть для таких участников', view: 'checkbox' },
  ]
  return { version: 1, sections: [{ code: 'condition', title: 'Новое условие', fields }] }
}

/** The condition that the form describes; null while a part of it is missing. */
export function conditionOf(answer: AnswerData, choices: ConditionChoices): Gate | null {
  const condition = plain((name) => answer[`condition_${name}`], choices)
  return condition && answer.condition_not === true ? { not: condition } : condition
}

function plain(value: (name: string) => unknown, { consents }: ConditionChoices): Condition | null {
  const text = (name: string) => textOf(value(name)).trim()
  const list = (name: string) => {
    const chosen = value(name)
    return Array.isArray(chosen) ? chosen.flatMap((each: unknown) => chosenId(each) ?? []) : []
  }
  const about = text('about')
  if (about === 'past_finalist') return { past_finalist: true }
  if (about === 'track' || about === 'region') {
    const codes = list(about)
    if (codes.length === 0) return null
    return about === 'track' ? { track: codes } : { region: codes }
  }
  if (about === 'door' || about === 'team') {
    const [door, team] = [text('door'), text('team')]
    if (about === 'door') return isKey(doors, door) ? { door } : null
    return isKey(teams, team) ? { team } : null
  }
  if (about === 'consent') {
    const consent = consents.find(({ id }) => id === text('consent'))
    return consent ? { consent: consent.id, title: consent.value } : null
  }
  if (about === 'tag') {
    const [tag, title] = [text('tag'), text('tag_title')]
    return tag !== '' && title !== '' ? { tag, title } : null
  }
  const outcome = outcomes.find((each) => each === about)
  const [stage, scored] = [text('stage'), text('scored')]
  if (outcome) return stage === '' ? null : { stage, outcome }
  const score = text('score').replace(',', '.')
  return about === 'score' && scored !== '' && !isEmpty(score) && Number.isFinite(Number(score))
    ? { score_of: scored, at_least: Number(score) }
    : null
}

/**
 * The tracks and regions of a condition, because its sentence for participants does not name them; empty without any.
 */
export const namedIn = (gate: Gate, { tracks, regions }: Pick<ConditionChoices, 'tracks' | 'regions'>): string =>
  conditionsIn(gate)
    .flatMap((each) => {
      if ('track' in each) return [`Треки: ${titles(each.track, tracks)}`]
      return 'region' in each ? [`Регионы: ${titles(each.region, regions)}`] : []
    })
    .join('; ')

const titles = (codes: readonly string[], options: readonly FieldOption[]) =>
  codes.map((code) => options.find(({ id }) => id === code)?.value ?? code).join(', ')

const optionsOf = (words: Readonly<Record<string, string>>): FieldOption[] =>
  Object.entries(words).map(([id, value]) => ({ id, value }))

const isKey = <T extends object>(words: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(words, key)
