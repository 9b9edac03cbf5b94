import { Compile } from 'typebox/compile'
import { gateInLines, isReadableGate } from '#server/editing/stages/read-gate.ts'
import { serverStageKinds } from '#server/kinds/kinds.ts'
import { listedFaults, listedToLines } from '#server/kinds/test/listed-faults.ts'
import { lineCleaner } from '#server/platform/http/line-cleaner.ts'
import { refuseUnstorable } from '#server/platform/http/refuse-unstorable.ts'
import { later } from '#server/platform/later.ts'
import { itemsOf } from '#server/seasons/forms/own-dictionaries.ts'
import type { ServerStageKind } from '#server/stages/kind.ts'
import { readSettings, validatorOf } from '#server/stages/read-settings.ts'
import type { KindsByType } from '#server/stages/season.ts'
import {
  type SeasonFile,
  type StageOfFile,
  seasonFile,
  seasonFileFormat,
  seasonFileVersion,
} from '#shared/editing/seasons/season-file.ts'
import { isOrderOf } from '#shared/editing/seasons/stage-order.ts'
import { type FormSchema, fieldsOf, isRecord } from '#shared/forms/fields/field.ts'
import { faultsInWords } from '#shared/forms/fields/schema-faults.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { mgmtSolutionAssessmentFacts } from '#shared/kinds/mgmt_solution_assessment/kind.ts'
import { questionnaireFacts } from '#shared/kinds/questionnaire/kind.ts'
import { rulesFacts } from '#shared/kinds/rules/kind.ts'
import { versionForm } from '#shared/kinds/rules/version-form.ts'
import type { Question, QuestionKey } from '#shared/kinds/test/question.ts'
import { letterFaults, letterNames } from '#shared/messages/letters/letters.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { reviewAnswer, reviewForm } from '#shared/review/checking/review-form.ts'
import { type EditedSeason, seasonAnswer, seasonFaults, seasonForm } from '#shared/seasons/competitions/season-form.ts'
import { topicsOffered } from '#shared/seasons/competitions/topics.ts'
import { isCondition } from '#shared/seasons/forms/condition-shape.ts'
import { dictOf } from '#shared/seasons/forms/dict-of.ts'
import { formFaults, formFaultsInWords } from '#shared/seasons/forms/form-faults.ts'
import { builtForm } from '#shared/seasons/forms/wire.ts'
import { dateFaults } from '#shared/stages/date-faults.ts'
import type { Gate } from '#shared/stages/gate.ts'
import { judgingAnswer, judgingForm, rubricFaults } from '#shared/stages/judging-form.ts'
import { settingsVersion } from '#shared/stages/kind.ts'
import { stageAnswer, stageForm } from '#shared/stages/stage-form.ts'
import { groupType } from '#shared/stages/tree.ts'
import { unknownValue } from './unknown-codes.ts'

const kinds: KindsByType = serverStageKinds
const shape = later(() => Compile(seasonFile))
const form = later(() => Compile(builtForm))
const toLines = later(() => lineCleaner(seasonFile))
const formToLines = later(() => lineCleaner(builtForm))

/** Nobody reads more faults at once, and one cause often has several. */
const maxFaults = 100
const faultsNamed = 8

/** The faults of a file, each with its place in words. */
export class FileFaults {
  readonly found = new Map<string, string>()

  add(place: string, message: string): void {
    if (this.found.size < maxFaults && !this.found.has(place)) this.found.set(place, message)
  }

  /** Adds faults of an answer to a form of the portal, with the form's names of its fields. */
  addAll(place: string, of: FormSchema, faults: FieldFaults): void {
    for (const [path, { message }] of Object.entries(faults)) this.add(`${place}, ${fieldInWords(of, path)}`, message)
  }

  /** Throws when there are faults. */
  refuse(): void {
    if (this.found.size === 0) return
    const lines = [...this.found].map(([place, message]) => `${place}: ${message}`)
    const more = lines.length - faultsNamed
    const rest = more > 0 ? `. И ещё ${counted(more, 'ошибка', 'ошибки', 'ошибок')}` : ''
    throw new Refusal('season_file_faulty', {
      values: { where: `${lines.slice(0, faultsNamed).join('. ')}${rest}` },
      fields: Object.fromEntries([...this.found].map(([place, message]) => [place, { rule: 'file', message }])),
    })
  }
}

/** The season in a file. Throws a refusal that names every faulty place. */
export function readSeasonFile(text: string): SeasonFile {
  let read: unknown
  try {
    read = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new Refusal('season_file_unreadable')
  }
  if (!isRecord(read) || read.format !== seasonFileFormat) throw new Refusal('season_file_unreadable')
  if (read.version !== seasonFileVersion) throw new Refusal('season_file_version')
  const faults = new FileFaults()
  try {
    refuseUnstorable(read)
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    for (const [path, { message }] of Object.entries(fault.fields ?? {}))
      faults.add(placeInWords(read, path.split('.')), message)
    faults.refuse()
    throw fault
  }
  toLines()?.(read)
  for (const one of listIn(read.questions)) listedToLines(one)
  for (const { settings } of listIn(read.stages)) if (isRecord(settings)) formToLines()?.(settings.form)
  if (shape().Check(read)) return read
  for (const { keyword, instancePath, params } of shape().Errors(read)) {
    const path = instancePath.split('/').slice(1)
    const [names, message] = misnamed(keyword, params)
    if (names.length === 0) faults.add(placeInWords(read, path), 'Значение не подходит')
    for (const name of names) faults.add(placeInWords(read, [...path, name]), message)
  }
  faults.refuse()
  throw new Refusal('season_file_unreadable')
}

const listIn = (list: unknown) => (Array.isArray(list) ? list.filter(isRecord) : [])

function misnamed(keyword: string, params: object): [names: string[], message: string] {
  if (keyword === 'required' && 'requiredProperties' in params)
    return [params.requiredProperties as string[], 'Этого поля нет']
  if (keyword === 'additionalProperties' && 'additionalProperties' in params)
    return [params.additionalProperties as string[], 'Такого поля портал не знает']
  return [[], '']
}

/** «Этап «essay», closes_at»: the part and its code, then the names as in the file. */
function placeInWords(file: Record<string, unknown>, [part = '', at = '', ...rest]: readonly string[]): string {
  const list = file[part]
  const named = isRecord(list) ? list : Array.isArray(list) ? list[Number(at)] : undefined
  const code = isRecord(named) ? (named.code ?? named.dict) : undefined
  const called = typeof code === 'string' ? quoted(code.slice(0, 64)) : String(Number(at) + 1)
  const title = { tracks: 'Трек', stages: 'Этап', questions: 'Вопрос', dictionaries: 'Справочник' }[part]
  if (title === undefined || !Array.isArray(list)) {
    const names = part === 'season' ? [at, ...rest] : [part, at, ...rest]
    const path = names.filter((name) => name !== '').join('.')
    return path === '' ? 'Конкурс' : `Конкурс, ${path}`
  }
  if (at === '') return title
  return rest.length === 0 ? `${title} ${called}` : `${title} ${called}, ${rest.join('.')}`
}

function fieldInWords(of: FormSchema, path: string): string {
  const [name = '', at, child] = path.split('.')
  const field = fieldsOf(of).find((each) => each.name === name)
  const inside = field?.fields?.find((each) => each.name === child)
  const label = field?.label || name
  return [label, ...(at === undefined ? [] : [`запись ${Number(at) + 1}`]), ...(inside ? [inside.label] : [])].join(
    ', ',
  )
}

/**
 * A season that may be written: values that the console would not accept are refused, unreadable settings of hidden
 * stages are left out.
 */
export function soundSeason(file: SeasonFile, { now, shared }: { now: Date; shared: ReadonlySet<string> }): SeasonFile {
  const faults = new FileFaults()
  ofMoments(file, faults)
  faults.refuse()
  ofLetters(file, faults)
  // The settings have been read in the present version of their kind.
  const stages = file.stages.map((stage) => {
    const contract = kindOf(stage)?.contract
    const settings_version = contract ? settingsVersion(contract) : stage.settings_version
    return { ...stage, settings: soundSettings(stage, faults), settings_version, gate: gateInLines(stage.gate) }
  })
  const sound = { ...file, stages }
  ofSeason(sound, now, faults)
  ofTree(sound, faults)
  const dicts = new Set([...shared, ...file.dictionaries.map(({ dict }) => dict)])
  for (const stage of stages) {
    ofStage(sound, stage, now, faults)
    ofForms(stage, dicts, faults)
    ofDesk(stage, now, faults)
  }
  ofQuestions(file, faults)
  ofDictionaries(file, shared, faults)
  faults.refuse()
  return sound
}

/** Checks that moments exist: the schema of the file allows a 99th of a month. */
function ofMoments({ season, stages }: SeasonFile, faults: FileFaults): void {
  const check = (place: string, moments: Readonly<Record<string, string | null | undefined>>) => {
    for (const [name, moment] of Object.entries(moments))
      if (moment && Number.isNaN(Date.parse(moment))) faults.add(`${place}, ${name}`, 'Такого момента не бывает')
  }
  check('Конкурс', { starts_at: season.starts_at, ends_at: season.ends_at })
  for (const stage of stages) {
    const { opens_at, closes_at, rules, judging } = stage
    const [effective_from, read_until] = [rules?.effective_from, judging?.read_until]
    check(stagePlace(stage), { opens_at, closes_at, effective_from, read_until })
    for (const [track, window] of Object.entries(stage.track_windows))
      check(`${stagePlace(stage)}, трек ${quoted(track)}`, window)
  }
}

function ofLetters({ season: { letters = {} } }: SeasonFile, faults: FileFaults): void {
  for (const name of letterNames) {
    const own = letters[name]
    for (const [field, message] of Object.entries(own ? letterFaults(name, own) : {}))
      faults.add(`Конкурс, letters.${name}.${field}`, message)
  }
}

const stagePlace = ({ code }: StageOfFile) => `Этап ${quoted(code)}`
const kindOf = ({ type }: StageOfFile): ServerStageKind | undefined =>
  Object.hasOwn(kinds, type) ? kinds[type] : undefined

function soundSettings(stage: StageOfFile, faults: FileFaults): Record<string, unknown> {
  const kind = kindOf(stage)
  if (!kind) return {}
  const place = stagePlace(stage)
  const { properties } = kind.contract.settings
  if (stage.settings_version > settingsVersion(kind.contract)) {
    faults.add(`${place}, settings_version`, 'Файл сделан более новым порталом')
    return {}
  }
  const before = faults.found.size
  if (stage.settings_version === settingsVersion(kind.contract))
    for (const name of Object.keys(stage.settings))
      if (!Object.hasOwn(properties, name)) faults.add(`${place}, settings.${name}`, 'Такой настройки у этапа нет')
  let read: ReturnType<typeof readSettings>
  try {
    const { settings, version } = readSettings(kind.contract, stage.settings, stage.settings_version)
    lineCleaner(kind.contract.settings)?.(settings)
    read = readSettings(kind.contract, settings, version)
  } catch {
    // A conversion from an older version may fail on values that no older portal has stored.
    faults.add(`${place}, settings`, 'Настройки не читаются')
    return {}
  }
  if (read.faults.length === 0 || faults.found.size > before) return read.settings
  if (stage.published)
    for (const { path } of read.faults) {
      const unknown = unknownValue(stage.code, properties, read.settings, path)
      if (unknown) faults.add(unknown.place, unknown.text)
      else faults.add(`${place}, settings${path.replaceAll('/', '.')}`, 'Значение не подходит')
    }
  // Of a stage that nobody sees yet, what cannot be read is asked for again.
  return Object.fromEntries(
    Object.entries(read.settings).filter(([name, value]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
      return schema !== undefined && validatorOf(schema).Check(value)
    }),
  )
}

function ofSeason({ season, tracks, stages }: SeasonFile, now: Date, faults: FileFaults): void {
  const { links, social, support_email, topics } = season
  const edited: EditedSeason = {
    ...{ title: season.title, tagline: season.tagline, description: season.description },
    ...{ starts_at: season.starts_at, ends_at: season.ends_at, layout: season.layout, theme: season.theme },
    ...{ news: links.news ?? '', rules: links.rules ?? '', personal_data: links.personal_data ?? '' },
    ...{ vk: social.vk ?? '', telegram: social.telegram ?? '', ok: social.ok ?? '', rutube: social.rutube ?? '' },
    ...{ copyright: season.copyright, support_email: support_email ?? '', topics: [...topicsOffered(topics)] },
    tracks: tracks.map((track) => ({
      ...track,
      stages: stages.flatMap(({ code, type, tracks: own }) =>
        type !== groupType && own.includes(track.code) ? [code] : [],
      ),
    })),
  }
  const options = stages.flatMap(({ code, title, type }) => (type === groupType ? [] : [{ id: code, value: title }]))
  const asked = seasonForm(options)
  const answer = seasonAnswer(edited)
  faults.addAll('Конкурс', asked, { ...validate(asked, answer, { mode: 'hand_in', now }), ...seasonFaults(answer) })
}

function ofTree({ stages, tracks }: SeasonFile, faults: FileFaults): void {
  const known = new Map(stages.map((stage) => [stage.code, stage]))
  const parts = new Set(Object.values(kinds).flatMap(({ whole }) => whole?.made ?? []))
  const codes = new Set<string>()
  const ofTracks = new Set(tracks.map(({ code }) => code))
  for (const stage of stages) {
    const place = stagePlace(stage)
    if (codes.has(stage.code)) faults.add(place, 'Такой код уже есть выше')
    codes.add(stage.code)
    if (stage.type !== groupType && !kindOf(stage)) faults.add(`${place}, type`, `Портал не знает вида «${stage.type}»`)
    const above = stage.parent === null ? undefined : known.get(stage.parent)
    const whole = above && kindOf(above)?.whole
    if (stage.parent !== null && !above) faults.add(`${place}, parent`, `Этапа «${stage.parent}» в файле нет`)
    else if (above && above.type !== groupType && !whole)
      faults.add(`${place}, parent`, `Этап «${above.code}» не держит других`)
    if (parts.has(stage.type) && !whole?.made?.includes(stage.type))
      faults.add(`${place}, parent`, 'Часть стоит не в своём этапе')
    for (const type of kindOf(stage)?.whole?.made ?? [])
      if (stages.filter((part) => part.parent === stage.code && part.type === type).length !== 1)
        faults.add(place, `Частей вида «${type}» должно быть по одной`)
    for (const track of [...stage.tracks, ...Object.keys(stage.track_windows)])
      if (!ofTracks.has(track)) faults.add(`${place}, треки`, `Трека «${track}» в файле нет`)
  }
  const order = stages.map((stage) => ({
    ...{ code: stage.code, parent: stage.parent, type: stage.type, whole: Boolean(kindOf(stage)?.whole) },
  }))
  if (faults.found.size === 0 && !isOrderOf(order, order))
    faults.add('Этапы', 'Группы вложены друг в друга слишком глубоко или по кругу')
}

function ofStage({ stages, tracks }: SeasonFile, stage: StageOfFile, now: Date, faults: FileFaults): void {
  const kind = kindOf(stage)
  const group = stage.type === groupType
  if (!kind && !group) return
  const place = stagePlace(stage)
  if (stage.gate !== null && !isReadableGate(stage.gate))
    faults.add(`${place}, условие допуска`, 'Портал не сможет его проверить')
  const options = (all: readonly { code: string; title: string }[]) =>
    all.map(({ code, title }) => ({ id: code, value: title }))
  const others = stages.filter(({ code, type }) => code !== stage.code && type !== groupType)
  // Without the settings: the schema of their kind has already checked them.
  const asked = stageForm({ schema: null, group, others: group ? [] : options(others), tracks: options(tracks) })
  const windows = Object.entries(stage.track_windows).map(([track, { opens_at, closes_at }]) => {
    return [track, { opens_at: opens_at ?? null, closes_at: closes_at ?? null }]
  })
  const { title, summary, manual, minutes, preparation, opens_at, closes_at, clock, requires, published } = stage
  const answer = stageAnswer(
    { schema: null },
    {
      ...{ title, summary, manual, minutes, preparation, opens_at, closes_at, clock, requires, published },
      ...{ tracks: stage.tracks, track_windows: Object.fromEntries(windows), settings: stage.settings },
      gate: stage.gate as Gate | null,
    },
  )
  faults.addAll(place, asked, { ...validate(asked, answer, { mode: 'hand_in', now }), ...dateFaults(answer) })
}

function ofForms(stage: StageOfFile, dicts: ReadonlySet<string>, faults: FileFaults): void {
  const kind = kindOf(stage)
  const place = `${stagePlace(stage)}, вопросы`
  const mode = stage.published ? 'publish' : 'draft'
  if (stage.form) ofForm({ version: 1, sections: stage.form.sections } as FormSchema, Boolean(kind?.built))
  const own = kind?.built?.in === 'settings' ? stage.settings.form : undefined
  if (own !== undefined && !form().Check(own)) faults.add(place, 'Анкета не читается')
  else if (own !== undefined) ofForm(own as FormSchema, true)

  function ofForm(asked: FormSchema, built: boolean): void {
    const all = fieldsOf(asked).flatMap((field) => [field, ...(field.fields ?? [])])
    if (all.some(({ visible_when }) => visible_when !== undefined && !isCondition(visible_when))) {
      faults.add(place, 'Портал не сможет проверить условие показа')
      return
    }
    const wrong = built ? formFaults(asked, mode) : {}
    const words = built ? formFaultsInWords(asked, wrong).join('. ') : faultsInWords(asked)
    if (words !== '') faults.add(place, words)
    for (const field of all) {
      const dict = dictOf(field)
      if (dict !== undefined && !dicts.has(dict)) faults.add(place, `Справочника «${dict}» в конкурсе нет`)
    }
  }
}

const criterionCode = /^[a-z][a-z0-9_]{0,31}$/i

/** Faults of rules and keys, and of the settings of checking and judging. */
function ofDesk(stage: StageOfFile, now: Date, faults: FileFaults): void {
  const place = stagePlace(stage)
  const { rules, scoring, review, judging, criteria } = stage
  const at = { mode: 'hand_in', now } as const
  if (rules && stage.type !== rulesFacts.type) faults.add(`${place}, rules`, 'Правила бывают только у этапа правил')
  if (rules)
    faults.addAll(
      `${place}, текст правил`,
      versionForm,
      validate(versionForm, { text: rules.text, effective_from: '', requires_reaccept: true }, at),
    )
  if (scoring) ofScoring(stage, scoring, (message) => faults.add(`${place}, ключи опросника`, message))
  if (review) faults.addAll(`${place}, проверка`, reviewForm, validate(reviewForm, reviewAnswer(review), at))
  if (judging) {
    const answer = judgingAnswer({ ...judging, read_until: null }, criteria ?? [], '')
    const { criteria: none, ...found } = { ...validate(judgingForm, answer, at), ...rubricFaults(answer) }
    // Judging may be set up before it has criteria.
    faults.addAll(`${place}, оценивание`, judgingForm, criteria?.length && none ? { ...found, criteria: none } : found)
  }
  if (criteria?.length === 0)
    faults.add(`${place}, criteria`, 'Список критериев пуст: уберите его или добавьте критерий')
  if (criteria?.some(({ code }) => !criterionCode.test(code)))
    faults.add(`${place}, criteria`, 'Код критерия: латинские буквы, цифры и «_», до 32 знаков, первая — буква')
  if (criteria && !judging) faults.add(`${place}, criteria`, 'Критерии есть, а настроек оценивания нет')
  for (const [name, codes] of [
    ['критерии', criteria ?? []],
    ['причины отказа', review?.reasons ?? []],
  ] as const)
    if (new Set(codes.map(({ code }) => code)).size < codes.length) faults.add(`${place}, ${name}`, 'Коды повторяются')
  if (stage.assessed_by_peers && stage.type !== mgmtSolutionAssessmentFacts.type)
    faults.add(`${place}, assessed_by_peers`, 'Этот этап участники друг у друга не оценивают')
}

function ofScoring(
  stage: StageOfFile,
  { keys, norms }: NonNullable<StageOfFile['scoring']>,
  wrong: (message: string) => void,
): void {
  const { type, form: asked } = stage
  if (type !== questionnaireFacts.type || !asked) {
    wrong('Ключи бывают только у вопросов опросника')
    return
  }
  const schema = { version: 1, sections: asked.sections as unknown as FormSchema['sections'] }
  for (const message of kindOf(stage)?.keysFaults?.(schema, { keys, norms }) ?? []) wrong(message)
  const items = new Set(fieldsOf(schema).map(({ name }) => name))
  const scales = keys.scales.map(({ code }) => code)
  for (const name of [...keys.scales.flatMap((scale) => scale.items.map(({ item }) => item)), ...keys.pairs.flat()])
    if (!items.has(name)) wrong(`Вопроса ${quoted(name)} в опроснике нет`)
  if (new Set(scales).size < scales.length) wrong('Шкалы повторяются')
  for (const { scale, deviation } of norms) {
    if (!scales.includes(scale)) wrong(`Шкалы «${scale}» в опроснике нет`)
    if (deviation <= 0) wrong(`Норма шкалы «${scale}»: отклонение должно быть больше нуля`)
  }
}

function ofQuestions({ questions }: SeasonFile, faults: FileFaults): void {
  const codes = new Set<string>()
  for (const { code, question, key } of questions) {
    const place = `Вопрос ${quoted(code)}`
    if (codes.has(code)) faults.add(place, 'Такой код уже есть выше')
    codes.add(code)
    const found = listedFaults({ question: question as unknown as Question, key: key as unknown as QuestionKey })
    if (found.length > 0) faults.add(place, found.join('. '))
  }
}

function ofDictionaries({ dictionaries }: SeasonFile, shared: ReadonlySet<string>, faults: FileFaults): void {
  const names = new Set<string>()
  for (const { dict, items } of dictionaries) {
    const place = `Справочник ${quoted(dict)}`
    if (names.has(dict)) faults.add(place, 'Такой справочник уже есть выше')
    if (shared.has(dict)) faults.add(place, 'Так называется общий справочник портала')
    names.add(dict)
    const read = itemsOf([['Код', 'Значение'], ...items.map(({ id, value }) => [id, value])])
    if ('faults' in read)
      for (const [row, { message }] of Object.entries(read.faults)) {
        const item = items[Number(row.replaceAll(/\D/g, '')) - 2]
        faults.add(item ? `${place}, ${quoted(item.id)}` : place, message)
      }
    for (const { id, value } of items)
      if (id.trim() === '' || value.trim() === '') faults.add(place, 'Есть пустая строка')
  }
}
