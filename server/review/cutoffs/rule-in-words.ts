import { counted } from '#shared/platform/time/plural.ts'
import { inPoints } from '#shared/review/cutoffs/letters.ts'
import type { Rule } from '#shared/review/cutoffs/rule.ts'
import type { Names } from './titles.ts'

const each = { district: 'каждый федеральный округ', region: 'каждый регион', track: 'каждый трек' }

/** The rule in the words of the protocol, a sentence a line. */
export function ruleInWords(rule: Rule, { choices, titleOf }: Pick<Names, 'choices' | 'titleOf'>): string {
  const stage = (code: string) => `«${choices.scores.find(({ id }) => id === code)?.value ?? code}»`
  const sum = (scores: Rule['scores']) =>
    scores
      .map(({ stage: code, weight }) => (weight === 1 ? stage(code) : `${stage(code)} × ${inPoints(weight)}`))
      .join(' + ')
  const people = (count: number) => counted(count, 'человек', 'человека', 'человек')
  return [
    `Балл: ${sum(rule.scores)}`,
    rule.missing === 'zero' ? 'Нет балла за этап: считается 0' : 'Нет балла за этап: без итога',
    ...(rule.tracks.length > 0 ? [`Треки: ${rule.tracks.map((code) => titleOf('track', code)).join(', ')}`] : []),
    rule.line === 'places' ? `Мест: ${rule.places}` : `Проходной балл: ${inPoints(rule.score)}`,
    ...rule.quotas.map(({ by, of, least, most }) => {
      const bounds = [...(least > 0 ? [`не меньше ${least}`] : []), ...(most > 0 ? [`не больше ${most}`] : [])]
      return `Квота, ${of === '' ? each[by] : titleOf(by, of)}: ${bounds.join(', ')}`
    }),
    ...(rule.tie_stage === '' ? [] : [`При равном балле выше тот, у кого больше за ${stage(rule.tie_stage)}`]),
    { ask: 'Равных на черте нет', in: 'Равные на черте проходят все', out: 'Равные на черте не проходят' }[rule.ties],
    ...(rule.second.places > 0
      ? [`Второй список: ${people(rule.second.places)}, балл: ${sum(rule.second.scores)}`]
      : []),
    ...(rule.waiting > 0 ? [`Список ожидания: ${people(rule.waiting)}`] : []),
  ].join('\n')
}
