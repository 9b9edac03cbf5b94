import { formalName, type PersonName } from '#shared/people/full-name.ts'
import { plural } from '#shared/time/plural.ts'
import type { TeamRules } from './team-rules.ts'

/** What one member still has to do before the team counts as complete. */
export type Lack =
  | { kind: 'stage'; type: string; title: string }
  | { kind: 'consent'; title: string }
  | { kind: 'participation' }

interface Completeness {
  /** «4 из 5» */
  words: string
  complete: boolean
  /** What is missing, one sentence each: people first, then who has not done what. */
  lines: string[]
}

/** `gone` members have left the portal after the close: their places count, of whatever region they were. */
export function completeness(
  { min, max, minRegions }: SizeRules,
  members: readonly (PersonName & { lacks: readonly Lack[]; region?: string })[],
  gone = 0,
): Completeness {
  const here = members.length + gone
  const wanted = Math.max(0, min - here)
  const regions = regionsOf(members)
  const lines = [
    ...(wanted > 0 ? [`Не хватает ${wanted} ${plural(wanted, 'участника', 'участников', 'участников')}`] : []),
    ...(regions + gone < minRegions
      ? [
          `Нужны участники хотя бы из ${minRegions} ${plural(minRegions, 'региона', 'регионов', 'регионов')}, сейчас ${regions}`,
        ]
      : []),
    ...members.flatMap((member) => member.lacks.map((lack) => `${formalName(member)}: ${lackInWords(lack)}`)),
  ]
  const size = min === max ? `${max}` : `${min}–${max}`
  const ready = members.filter(({ lacks }) => lacks.length === 0).length + gone
  const complete = isComplete({ min, max, minRegions }, { members: here, ready, regions: regions + gone })
  return { words: `${here} из ${size}`, complete, lines }
}

/** The team has enough people, not too many, of enough regions, and each member has done what the stage asks. */
export const isComplete = (
  { min, max, minRegions }: SizeRules,
  { members, ready, regions }: { members: number; ready: number; regions: number },
): boolean => members >= min && members <= max && ready === members && regions >= minRegions

const regionsOf = (members: readonly { region?: string }[]): number =>
  new Set(members.flatMap(({ region }) => region || [])).size

type SizeRules = Pick<TeamRules, 'min' | 'max' | 'minRegions'>

/** «не пройден этап «Эссе»»: to be read after the person's name. */
export function lackInWords(lack: Lack): string {
  if (lack.kind === 'participation') return 'участие в конкурсе прекращено'
  if (lack.kind === 'consent') return `согласие не подтверждено: «${lack.title}»`
  return lack.type === 'rules' ? 'согласие с правилами не подтверждено' : `не пройден этап «${lack.title}»`
}
