import type { DocumentPart } from '#server/platform/documents/document-part.ts'
import type { questionnaireKind } from '#shared/kinds/questionnaire/contract.ts'
import { showDate } from '#shared/platform/time/moscow.ts'
import type { SettingsOf } from '#shared/stages/kind.ts'
import type { Keys, Norm } from './keys.ts'
import { inWords, levelOf, levelWords } from './report-lines.ts'
import type { ScaleScore } from './score.ts'

export type ReportTemplate = SettingsOf<typeof questionnaireKind>['report']

/** The data for the report of one person. */
export interface ReportFacts {
  person: string
  stage: string
  at: Date
  keys: Keys
  scales: readonly ScaleScore[]
  normGroup: string
  norms: readonly Norm[]
}

const missing = '—'

/** A word in braces, with the code of a scale after a colon where it needs one: `{участник}`, `{балл:lead}`. */
const placeholder = /\{([^{}:]+)(?::([^{}:]+))?\}/g

type Scale = ReturnType<typeof scalesOf>[number]

const ofPerson: Readonly<Record<string, (facts: ReportFacts) => string>> = {
  участник: ({ person }) => person,
  этап: ({ stage }) => stage,
  дата: ({ at }) => showDate(at),
  группа: ({ normGroup }) => normGroup || missing,
}

const ofScale: Readonly<Record<string, (scale: Scale) => string>> = {
  шкала: ({ title }) => title,
  балл: ({ raw }) => number(raw),
  T: ({ t }) => number(t),
  уровень: ({ level }) => (level === null ? missing : levelWords[level]),
  среднее: ({ mean }) => number(mean),
  отклонение: ({ deviation }) => number(deviation),
}

/** The report of one person: the organiser's blocks, with the person's data in place of the braces. */
export function reportParts(template: ReportTemplate, facts: ReportFacts): DocumentPart[] {
  const scales = scalesOf(facts)
  const filled = (text: string) =>
    text.replaceAll(placeholder, (_all, word: string, code?: string) => {
      const scale = scales.find((each) => each.code === code)
      if (code === undefined) return ofPerson[word]?.(facts) ?? missing
      return (scale && ofScale[word]?.(scale)) ?? missing
    })
  return template.flatMap(({ block, text = '', scale, when }, at): DocumentPart[] => {
    if (when && scales.find(({ code }) => code === scale)?.level !== when) return []
    if (block === 'scales') return [{ kind: 'table', rows: scales.map((one) => [one.title, inWords(one)]) }]
    if (block === 'norms')
      return [
        {
          kind: 'table',
          rows: scales.map(({ title, mean, deviation }) => [
            title,
            `среднее ${number(mean)}, отклонение ${number(deviation)}`,
          ]),
        },
      ]
    const lines = filled(text)
      .split('\n')
      .filter((each) => each.trim() !== '')
    const kind = block === 'heading' ? (at === 0 ? 'title' : 'heading') : 'text'
    return lines.map((each) => ({ kind, text: each }))
  })
}

/** The scales of the person's report, with their norms. */
function scalesOf({ keys, scales, norms, normGroup }: Pick<ReportFacts, 'keys' | 'scales' | 'norms' | 'normGroup'>) {
  return keys.scales.flatMap(({ code, reportTitle }) => {
    const score = scales.find((each) => each.code === code)
    if (reportTitle === '' || !score) return []
    const norm = norms.find((each) => each.group === normGroup && each.scale === code)
    const { raw, t } = score
    return [
      {
        code,
        title: reportTitle,
        raw,
        t,
        level: levelOf(t),
        mean: norm?.mean ?? null,
        deviation: norm?.deviation ?? null,
      },
    ]
  })
}

const number = (value: number | null) => (value === null ? missing : String(value).replace('.', ','))

/** What a template requires and these keys lack, in words for the organiser. */
export function templateFaults(template: ReportTemplate, keys: Keys | null): string[] {
  const shown = new Set(keys?.scales.flatMap(({ code, reportTitle }) => (reportTitle === '' ? [] : [code])))
  const faults = template.flatMap(({ block, text = '', scale, when }) => {
    const words = [...text.matchAll(placeholder)].flatMap(([all, word = '', code]) => {
      const known = code === undefined ? ofPerson[word] : ofScale[word]
      if (!known) return [`В отчёте непонятная подстановка ${all}`]
      return code === undefined || shown.has(code) ? [] : [notShown(code)]
    })
    const empty = (block === 'heading' || block === 'text') && text.trim() === ''
    return [
      ...(empty ? ['В отчёте есть блок без текста'] : []),
      ...(when && !scale ? ['В отчёте у блока с уровнем не названа шкала'] : []),
      ...(scale && !shown.has(scale) ? [notShown(scale)] : []),
      ...words,
    ]
  })
  return [...new Set(faults)]
}

const notShown = (code: string) => `В отчёте названа шкала «${code}», которой нет среди шкал для отчёта`

/** An invented person with a low, a middle and a high scale in turn. */
export function inventedFacts(stage: string, keys: Keys, norms: readonly Norm[], group: string, at: Date): ReportFacts {
  const normGroup = norms.some((norm) => norm.group === group) ? group : (norms[0]?.group ?? '')
  const levels = [64, 50, 37]
  const scales = keys.scales.map(({ code, items }, place): ScaleScore => {
    const norm = norms.find((each) => each.group === normGroup && each.scale === code)
    const t = levels[place % levels.length] ?? 50
    const of = items.length
    if (!norm) return { code, raw: of * 3, t: null, answered: of, of }
    const raw = Math.round((norm.mean + ((t - 50) / 10) * norm.deviation) * 100) / 100
    return { code, raw, t, answered: of, of }
  })
  return { person: 'Иванова Мария Сергеевна', stage, at, keys, scales, normGroup, norms }
}
