import {
  type AnswerData,
  type FieldOption,
  type FormField,
  type FormSchema,
  rowsOf,
  textOf,
} from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { aliasOf } from '#shared/platform/text/alias.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { momentOnForm } from '#shared/stages/drawn-setting.ts'
import { defaultTopics, type FeedbackTopic } from './topics.ts'

/** What an organiser edits in a competition apart from its stages. Moments are ISO. */
export interface EditedSeason {
  title: string
  tagline: string
  description: string
  starts_at: string | null
  ends_at: string | null
  layout: string
  theme: string
  news: string
  rules: string
  personal_data: string
  vk: string
  telegram: string
  ok: string
  rutube: string
  copyright: string
  support_email: string
  /** What a request for help may be about. */
  topics: FeedbackTopic[]
  tracks: EditedTrack[]
}

export interface EditedTrack {
  code: string
  title: string
  description: string
  /** The stages that only some tracks have, this track among them. */
  stages: string[]
}

const maxTracks = 50
const maxTopics = 30
const longestTopic = 120
const codePattern = '^[a-z0-9][a-z0-9_]{1,63}$'
export const isSeasonCode = (code: string): boolean => new RegExp(codePattern).test(code)

const addresses = {
  news: 'Новости',
  rules: 'Правила конкурса',
  personal_data: 'Обработка персональных данных',
  vk: 'ВКонтакте',
  telegram: 'Телеграм',
  ok: 'Одноклассники',
  rutube: 'Рутуб',
} as const
export const addressNames = Object.keys(addresses) as (keyof typeof addresses)[]

/** The code of a look. The browser draws its own view: looks are chosen by pictures. */
export const lookField = (name: 'season_layout' | 'season_theme', label: string): FormField => ({
  name,
  label,
  view: 'text',
  validation_rules: { required: true, regexp: '^[a-z0-9_]{1,64}$' },
})

/** A competition as one form. Its look is not in the form: it is chosen by pictures. */
export function seasonForm(stages: readonly FieldOption[]): FormSchema {
  const link = (name: keyof typeof addresses): FormField => ({
    name: `season_${name}`,
    label: addresses[name],
    view: 'text',
    validation_rules: { max_length: 500, regexp: '^https?://\\S+$' },
    custom_errors: { regexp: 'Адрес начинается с https:// и не содержит пробелов' },
  })
  return {
    version: 1,
    sections: [
      {
        code: 'season',
        title: 'Конкурс',
        fields: [
          {
            name: 'season_title',
            label: 'Название',
            view: 'text',
            validation_rules: { required: true, max_length: 200 },
          },
          { name: 'season_tagline', label: 'Девиз', view: 'text', validation_rules: { max_length: 200 } },
          { name: 'season_description', label: 'Описание', view: 'textarea', validation_rules: { max_length: 4000 } },
        ],
      },
      {
        code: 'season_dates',
        title: 'Даты',
        hint: 'Московское время. Сроки этапов у каждого этапа свои.',
        fields: [
          { name: 'season_starts_at', label: 'Начало конкурса', view: 'datetime' },
          { name: 'season_ends_at', label: 'Окончание конкурса', view: 'datetime' },
        ],
      },
      {
        code: 'season_look',
        title: 'Облик',
        fields: [lookField('season_layout', 'Рисунок и расположение'), lookField('season_theme', 'Цвета')],
      },
      {
        code: 'season_links',
        title: 'Ссылки и подпись',
        hint: 'Пустая ссылка на страницах не появляется.',
        fields: [
          ...addressNames.map(link),
          {
            name: 'season_support_email',
            label: 'Почта поддержки',
            view: 'email',
            validation_rules: { email: true, max_length: 254 },
          },
          {
            name: 'season_copyright',
            label: 'Строка об авторских правах',
            hint: 'В самом низу каждой страницы конкурса.',
            view: 'text',
            validation_rules: { max_length: 300 },
          },
        ],
      },
      {
        code: 'season_support',
        title: 'Темы обращений',
        fields: [
          {
            name: 'season_topics',
            label: 'Темы обращений',
            hint: 'По одной в строке: из них выбирает тот, кто пишет в поддержку. Обращения по убранной теме остаются. Пустое поле возвращает обычные темы.',
            view: 'textarea',
            validation_rules: { max_length: 4000 },
          },
        ],
      },
      {
        code: 'season_tracks',
        title: 'Треки',
        fields: [
          {
            name: 'season_tracks',
            label: 'Треки конкурса',
            view: 'group',
            rows: { max: maxTracks },
            fields: [
              { name: 'title', label: 'Название', view: 'text', validation_rules: { required: true, max_length: 200 } },
              { name: 'description', label: 'Описание', view: 'textarea', validation_rules: { max_length: 2000 } },
              {
                name: 'stages',
                label: 'Этапы этого трека',
                hint: 'Выбранные этапы увидят только треки, у которых они отмечены. Не отмеченный нигде этап видят все.',
                view: 'multiselect',
                options: stages,
              },
              {
                name: 'code',
                label: 'Код в адресе',
                hint: 'Пусто: составим из названия. У трека с участниками код не меняется.',
                view: 'text',
                validation_rules: { regexp: codePattern },
                custom_errors: { regexp: 'Строчные латинские буквы, цифры и «_», от двух знаков' },
              },
            ],
          },
        ],
      },
    ],
  }
}

export const seasonAnswer = (season: EditedSeason): AnswerData => ({
  season_title: season.title,
  season_tagline: season.tagline,
  season_description: season.description,
  season_starts_at: momentOnForm(season.starts_at === null ? null : new Date(season.starts_at)),
  season_ends_at: momentOnForm(season.ends_at === null ? null : new Date(season.ends_at)),
  season_layout: season.layout,
  season_theme: season.theme,
  ...Object.fromEntries(addressNames.map((name) => [`season_${name}`, season[name]])),
  season_support_email: season.support_email,
  season_copyright: season.copyright,
  season_topics: season.topics.map(({ title }) => title).join('\n'),
  season_tracks: season.tracks.map((track) => ({ ...track })),
})

/** A valid answer as a season. An unchanged moment keeps its seconds. */
export function seasonOfAnswer(answer: AnswerData, kept: EditedSeason): EditedSeason {
  const text = (name: string) => textOf(answer[`season_${name}`]).trim()
  const moment = (name: 'starts_at' | 'ends_at') => {
    const before = kept[name]
    if (text(name) === momentOnForm(before === null ? null : new Date(before))) return before
    return parseWire(text(name))?.toISOString() ?? null
  }
  const links = Object.fromEntries(addressNames.map((name) => [name, text(name)]))
  return {
    ...(links as Record<keyof typeof addresses, string>),
    title: text('title'),
    tagline: text('tagline'),
    description: text('description'),
    starts_at: moment('starts_at'),
    ends_at: moment('ends_at'),
    layout: text('layout'),
    theme: text('theme'),
    copyright: text('copyright'),
    support_email: text('support_email'),
    topics: topicsOf(answer, kept.topics),
    tracks: tracksOf(answer),
  }
}

function tracksOf({ season_tracks: rows }: AnswerData): EditedTrack[] {
  const taken = new Set<string>([...pagesBesideTracks, ...rowsOf(rows).map((row) => textOf(row.code).trim())])
  return rowsOf(rows).map((row) => {
    const title = textOf(row.title).trim()
    const code = textOf(row.code).trim() || freeCode(title, taken)
    taken.add(code)
    const stages = Array.isArray(row.stages) ? row.stages.map(textOf) : []
    return { code, title, description: textOf(row.description).trim(), stages }
  })
}

/** A topic keeps its code while its title stays the same, because requests are counted by the code. */
function topicsOf(answer: AnswerData, kept: readonly FeedbackTopic[]): FeedbackTopic[] {
  const known = [...kept, ...defaultTopics]
  const taken = new Set(known.map(({ code }) => code))
  return topicTitles(answer).map((title) => {
    const code = known.find((topic) => topic.title === title)?.code ?? freeCode(title, taken)
    taken.add(code)
    return { code, title }
  })
}

const topicTitles = (answer: AnswerData): string[] =>
  textOf(answer.season_topics)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function topicFault(answer: AnswerData): string | null {
  const titles = topicTitles(answer)
  const twice = titles.find((title, at) => titles.indexOf(title) < at)
  if (twice !== undefined) return `Тема ${quoted(twice)} названа дважды`
  const long = titles.find((title) => title.length > longestTopic)
  if (long !== undefined) return `Тема длиннее ${longestTopic} символов: ${quoted(`${long.slice(0, 40)}…`)}`
  return titles.length > maxTopics ? `Тем не больше ${maxTopics}` : null
}

/** Pages of a competition whose addresses a track's page /{competition}/{track} must not take. */
export const pagesBesideTracks: readonly string[] = [
  'login',
  'register',
  'forgot',
  'verify',
  'invite',
  'support',
  'faq',
  'annotations',
]

/** An unused code made from a title: «Наука и образование» → nauka_i_obrazovanie. */
export function freeCode(title: string, taken: Pick<ReadonlySet<string>, 'has'>, longest = 40): string {
  const plain = aliasOf(title).replaceAll('-', '_').slice(0, longest)
  const code = plain.length < 2 ? `${plain}_1` : plain
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? code : `${code}_${number}`
    if (!taken.has(candidate)) return candidate
  }
}

/** The faults of a season's form that the rules of its fields cannot find. The browser and the server call it. */
export function seasonFaults(answer: AnswerData): FieldFaults {
  const faults: FieldFaults = {}
  const [from, to] = [parseWire(textOf(answer.season_starts_at)), parseWire(textOf(answer.season_ends_at))]
  if (from && to && to <= from) faults.season_ends_at = { rule: 'date', message: 'Раньше, чем конкурс начинается' }
  const topics = topicFault(answer)
  if (topics) faults.season_topics = { rule: 'topics', message: topics }
  const codes = rowsOf(answer.season_tracks).map((row) => textOf(row.code).trim())
  for (const [number, code] of codes.entries()) {
    const path = `season_tracks.${number}.code`
    if (code !== '' && codes.indexOf(code) < number)
      faults[path] = { rule: 'twice', message: 'Такой код уже есть выше' }
    else if (pagesBesideTracks.includes(code))
      faults[path] = { rule: 'taken', message: 'Этот адрес занят страницей конкурса' }
  }
  return faults
}
