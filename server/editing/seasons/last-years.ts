import { createHash } from 'node:crypto'
import type { CodedSeason, CodedStage } from '#server/editing/stages/named-stages.ts'
import { registrationFacts } from '#shared/accounts/registration/kind.ts'
import { rulesFacts } from '#shared/kinds/rules/kind.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import type { CopyReport, KeptRemark, KeptReport, Look } from '#shared/seasons/competitions/copy-form.ts'
import { unknownCodes } from './unknown-codes.ts'

/** The parts of a season that remarks are about; the season is just being made, or stored already. */
export interface LookedAt extends CodedSeason {
  season: { tagline: string; description: string; copyright: string; links: Readonly<Record<string, unknown>> }
  stages: readonly LookedAtStage[]
}

interface LookedAtStage extends CodedStage {
  summary: string
  manual: string
  preparation: string
  closes_at: string | null
  /** The newest text of its rules. */
  rules: string | null
}

type Remark = Look & KeptRemark
type KeptLook = Pick<KeptReport, 'template' | 'look' | 'read'>

/** The remarks to store with a season that is just being made. */
export const keptLook = (season: LookedAt, template: boolean, now: Date): KeptLook => ({
  ...(template && { template }),
  look: remarksOf(season, template, now).map(({ key, was }) => ({ key, was })),
  read: [],
})

/**
 * The remarks that are left. A code that the season does not have, or a stage that is over, is reported while that is
 * so. A text or link of last year is reported until it is changed or an organiser has marked it as read.
 */
export function lookNow(
  season: LookedAt,
  { template = false, look: kept, read }: KeptLook,
  now: Date,
): Pick<CopyReport, 'template' | 'look' | 'done' | 'read'> {
  const copied = new Map(kept.map(({ key, was }) => [key, was]))
  const same = ({ key, was }: Remark) => copied.has(key) && (copied.get(key) === null || copied.get(key) === was)
  const remarks = remarksOf(season, template, now).filter((each) => !each.by_hand || same(each))
  const isRead = ({ by_hand, key }: Remark) => by_hand && read.includes(key)
  const left = remarks.filter((each) => !isRead(each))
  const keys = new Set(left.map(({ key }) => key))
  return {
    template,
    look: left.map(({ key, stage, text, by_hand }) => ({ key, stage, text, by_hand })),
    done: kept.filter(({ key }) => !keys.has(key)).length,
    read: remarks.filter(isRead).map(({ key, stage, text }) => ({ key, stage, text })),
  }
}

const year = /(?<!\d)20\d\d(?!\d)/g
const yearsIn = (texts: readonly string[]) => [...new Set(texts.join('\n').match(year) ?? [])]

const linksInWords = {
  news: 'Ссылка на новости',
  rules: 'Ссылка на правила',
  personal_data: 'Ссылка на обработку персональных данных',
}

function remarksOf(season: LookedAt, template: boolean, now: Date): Remark[] {
  const since = (lastYears: string) => (template ? 'из готового сезона' : lastYears)
  const { tagline, description, copyright, links } = season.season
  return [
    ...unknownCodes(season).map(({ stage, setting, which, code, text }) =>
      seen(['unknown', stage, setting, which, code], stage, text),
    ),
    ...yearsIn([tagline, description, copyright]).map((named) =>
      byHand(['year', '', named], null, `В описании или подписи конкурса назван год: ${named}`, named),
    ),
    ...Object.entries(linksInWords).flatMap(([name, words]) =>
      links[name] ? [byHand(['link', '', name], null, `${words} — ${since('прошлогодняя')}`, links[name])] : [],
    ),
    ...season.stages.flatMap((stage) => ofStage(stage, since, now)),
  ]
}

function ofStage(stage: LookedAtStage, since: (lastYears: string) => string, now: Date): Remark[] {
  const { code, type, title, summary, manual, preparation, closes_at, settings, rules } = stage
  const { documents, promocodes } = settings
  const years = yearsIn([title, summary, manual, preparation, ...stringsIn(settings)])
  const own = (about: string, text: string, was: unknown, what = '') => byHand([about, code, what], code, text, was)
  return [
    ...(closes_at !== null && new Date(closes_at) <= now
      ? [seen(['ended', code], code, `Этап ${quoted(title)} уже закончился: его срок в прошлом`)]
      : []),
    ...years.map((named) => own('year', `В текстах этапа ${quoted(title)} назван год: ${named}`, named, named)),
    ...(type === rulesFacts.type && rules !== null
      ? [own('rules', `Текст правил ${quoted(title)} ${since('прошлогодний')}`, rules)]
      : []),
    ...(type === registrationFacts.type && !isEmpty(documents)
      ? [own('consents', `Тексты согласий этапа ${quoted(title)} ${since('прошлогодние')}`, documents)]
      : []),
    ...(type === registrationFacts.type && !isEmpty(promocodes)
      ? [own('promocodes', `Промокоды этапа ${quoted(title)} ${since('прошлогодние')}`, promocodes)]
      : []),
  ]
}

const isEmpty = (list: unknown) => !Array.isArray(list) || list.length === 0

const seen = (key: readonly string[], stage: string | null, text: string): Remark => ({
  ...{ key: key.join(':'), stage, text, by_hand: false, was: null },
})

const byHand = (key: readonly string[], stage: string | null, text: string, was: unknown): Remark => ({
  ...{ key: key.join(':'), stage, text, by_hand: true, was: hashOf(was) },
})

/** Does not depend on the order of properties: the database does not keep it. */
const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_name, of: unknown) => (isObject(of) ? Object.fromEntries(sorted(of)) : of)))
    .digest('base64url')

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const sorted = (value: object) => Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))

/** The texts in settings, without dates: the copying has moved those. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
