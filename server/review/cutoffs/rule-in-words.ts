import { counted } from '#shared/platform/time/plural.ts'
import { inPoints } from '#shared/review/cutoffs/letters.ts'
import type { Quota, Rule } from '#shared/review/cutoffs/rule.ts'
import type { Names } from './titles.ts'

const missing = { zero: 'считается 0', out: 'без итога' }
const each = { district: 'каждый федеральный округ', region: 'каждый регион', track: 'каждый трек' }

type Titles = Pick<Names, 'choices' | 'titleOf'>

/** The rule in the words of the protocol, a sentence a line. */
export function ruleInWords(rule: Rule, titles: Titles): string {
  const { stage, sum, quota } = wordsFrom(titles)
  return [
    `Балл: ${sum(rule.scores)}`,
    `Нет балла за этап: ${missing[rule.missing]}`,
    ...(rule.tracks.length > 0
      ? [`Треки: ${rule.tracks.map((code) => titles.titleOf('track', code)).join(', ')}`]
      : []),
    rule.line === 'places' ? `Мест: ${rule.places}` : `Проходной балл: ${inPoints(rule.score)}`,
    ...rule.quotas.map((one) => `Квота, ${quota(one)}`),
    ...(rule.tie_stage === '' ? [] : [`При равном балле выше тот, у кого больше за ${stage(rule.tie_stage)}`]),
    { ask: 'Равных на черте нет', in: 'Равные на черте проходят все', out: 'Равные на черте не проходят' }[rule.ties],
    ...(rule.second.places > 0
      ? [`Второй список: ${people(rule.second.places)}, балл: ${sum(rule.second.scores)}`]
      : []),
    ...(rule.waiting > 0 ? [`Список ожидания: ${people(rule.waiting)}`] : []),
  ].join('\n')
}

/** The rule for the journal: field by field, with titles instead of codes. */
export function ruleInJournal(rule: Rule, titles: Titles) {
  const { stage, sum, quota } = wordsFrom(titles)
  const { second } = rule
  return {
    ...rule,
    scores: sum(rule.scores),
    missing: missing[rule.missing],
    tracks: rule.tracks.map((code) => titles.titleOf('track', code)),
    quotas: rule.quotas.map(quota),
    tie_stage: rule.tie_stage === '' ? '' : stage(rule.tie_stage),
    second: second.places > 0 ? `${people(second.places)}, балл: ${sum(second.scores)}` : '',
  }
}

const people = (count: number) => counted(count, 'человек', 'человека', 'человек')

function wordsFrom({ choices, titleOf }: Titles) {
  const stage = (code: string) => `«${choices.scores.find(({ id }) => id === code)?.value ?? code}»`
  return {
    stage,
    sum: (scores: Rule['scores']) =>
      scores
        .map(({ stage: code, weight }) => (weight === 1 ? stage(code) : `${stage(code)} × ${inPoints(weight)}`))
        .join(' + '),
    quota: ({ by, of, least, most }: Quota) => {
      const bounds = [...(least > 0 ? [`не меньше ${least}`] : []), ...(most > 0 ? [`не больше ${most}`] : [])]
      return `${of === '' ? each[by] : titleOf(by, of)}: ${bounds.join(', ')}`
    },
  }
}
