import { settingsAt } from '#server/stages/kind.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { registrationKind, sealedFields } from '#shared/accounts/registration/contract.ts'
import { type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { groupType } from '#shared/stages/tree.ts'

export interface ExportColumn {
  id: string
  title: string
  /** The heading of its group when columns are chosen. */
  part: string
  /** Whether it is the number of a document. */
  document: boolean
}

/** Columns of the account and the participation, known of everybody. */
const personal = {
  number: 'Номер участника',
  last_name: 'Фамилия',
  first_name: 'Имя',
  middle_name: 'Отчество',
  birth_date: 'Дата рождения',
  email: 'Почта',
  phone: 'Телефон',
  region: 'Регион',
  track: 'Трек',
  role: 'Кто это',
  joined_at: 'Дата заявки',
  tags: 'Метки',
} as const
export type PersonalColumn = keyof typeof personal

/** The last answer to the rules as evidence, and the list of all answers. */
const acceptance = {
  answer: 'ответ',
  version: 'редакция',
  at: 'когда ответил',
  ip: 'IP-адрес',
  hash: 'SHA-256 текста',
  all: 'все ответы',
} as const
export type AcceptanceColumn = keyof typeof acceptance

const documents = { passport: 'Номер паспорта', snils: 'СНИЛС' } as const

/** Fields whose answers are in the account or the participation, or are sealed. */
const elsewhere = new Set<string>([...Object.keys(personal), ...Object.keys(sealedFields)])

/** The stage at which people apply, if its form is known. */
export const applicationStage = (season: Season): SeasonStage | undefined =>
  season.stages.find(({ type, kind }) => type === registrationKind.type && kind !== null)

export function columnsOf(season: Season): ExportColumn[] {
  const application = applicationStage(season)
  const form = application && (settingsAt(registrationKind, application).form as FormSchema)
  const asked = form ? fieldsOf(form) : []
  const plain = asked.filter(({ name, view }) => !elsewhere.has(name) && !['group', 'file', 'image'].includes(view))
  const stages = season.stages.filter(({ type }) => type !== groupType)
  return [
    ...Object.entries(personal).map(([id, title]) => column(id, title, 'Участник')),
    ...Object.entries(documents).map(([id, title]) => ({ ...column(id, title, 'Документы'), document: true })),
    ...plain.map(({ name, label }) => column(`form.${name}`, label, 'Заявка')),
    ...stages.flatMap(({ code, title, type }) => [
      column(`step.${code}`, `${quoted(title)}: как прошёл`, 'Этапы'),
      column(`score.${code}`, `${quoted(title)}: баллы`, 'Этапы'),
      // From the report that the person also reads: never who gave which mark.
      ...(type === 'teams_evaluation'
        ? [
            column(`team.${code}`, `${quoted(title)}: команда`, 'Этапы'),
            column(`raters.${code}`, `${quoted(title)}: сколько человек оценили`, 'Этапы'),
            column(`mean.${code}`, `${quoted(title)}: средняя оценка команды`, 'Этапы'),
          ]
        : []),
    ]),
    ...stages
      .filter(({ type }) => type === 'rules')
      .flatMap(({ code, title }) =>
        Object.entries(acceptance).map(([id, words]) =>
          column(`rules_${id}.${code}`, `${quoted(title)}: ${words}`, 'Правила'),
        ),
      ),
  ]
}

const column = (id: string, title: string, part: string): ExportColumn => ({ id, title, part, document: false })

/** Ready choices of columns for the usual tables. */
export function setsOf(columns: readonly ExportColumn[]) {
  const names = ['number', 'last_name', 'first_name', 'middle_name']
  const stages = columns.filter(({ part }) => part === 'Этапы').map(({ id }) => id)
  const rules = columns.filter(({ part }) => part === 'Правила').map(({ id }) => id)
  const sets = [
    {
      id: 'contacts',
      title: 'Контакты',
      columns: [...names, 'region', 'track', 'email', 'phone'],
    },
    {
      id: 'travel',
      title: 'Для виз и билетов',
      columns: [...names, 'birth_date', 'form.citizenship', 'passport', 'region', 'email', 'phone'],
    },
    { id: 'progress', title: 'Ход по этапам', columns: [...names, 'region', 'track', ...stages] },
    ...(rules.length > 0 ? [{ id: 'rules', title: 'Принятие правил', columns: [...names, 'email', ...rules] }] : []),
    { id: 'all', title: 'Всё, кроме документов', columns: columns.filter((of) => !of.document).map(({ id }) => id) },
  ]
  const known = new Set(columns.map(({ id }) => id))
  return sets.map((set) => ({ ...set, columns: set.columns.filter((id) => known.has(id)) }))
}
