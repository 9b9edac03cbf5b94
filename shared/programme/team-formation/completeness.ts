import { formalName, type PersonName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { plural } from '#shared/platform/time/plural.ts'
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

/** The figures of a team that the rules of the stage check. */
export interface TeamCount {
  members: number
  /** Members who have nothing left to do. */
  ready: number
  /** The number of the members' regions. */
  regions: number
  /** The largest number of members with the same organisation. Counted only when the stage has a rule about it. */
  shared: number
  /** The roles that members have. */
  duties: readonly string[]
  /** Whether the team has a letter from the head. */
  letter: boolean
  /** Places of people who left after the close. They still count, with any region and role. */
  gone: number
}

/** What the team has and lacks, in words. `gone`: the places of members who left after the close still count. */
export function completeness(
  rules: TeamNeeds,
  members: readonly (PersonName & { lacks: readonly Lack[]; region?: string; duty?: string })[],
  { gone = 0, shared = 0, letter = false }: Partial<Pick<TeamCount, 'gone' | 'shared' | 'letter'>> = {},
): Completeness {
  const { min, max, minRegions } = rules
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
    ...lacksOfTeam(rules, { members: members.length, shared, duties: dutiesOf(members), letter, gone }),
    ...members.flatMap((member) => member.lacks.map((lack) => `${formalName(member)}: ${lackInWords(lack)}`)),
  ]
  const size = min === max ? `${max}` : `${min}–${max}`
  const ready = members.filter(({ lacks }) => lacks.length === 0).length
  const count = { members: members.length, ready, regions, shared, duties: dutiesOf(members), letter, gone }
  const complete = isComplete(rules, count)
  return { words: `${here} из ${size}`, complete, lines }
}

/**
 * Whether the team has the people, roles and papers that the stage requires, and each member has done what it requires
 * of members.
 */
export function isComplete(rules: TeamNeeds, count: TeamCount): boolean {
  const { members, ready, regions, gone } = count
  const here = members + gone
  const enough = here >= rules.min && here <= rules.max && ready === members && regions + gone >= rules.minRegions
  return enough && lacksOfTeam(rules, count).length === 0
}

/** What the team as a whole lacks apart from people and regions, one sentence each. */
function lacksOfTeam(
  { roles, employer, letter: needed }: TeamNeeds,
  { members, shared, duties, letter, gone }: Omit<TeamCount, 'ready' | 'regions'>,
): string[] {
  const missing = roles.filter((role) => !duties.includes(role))
  return [
    ...(missing.length > gone ? [`${missing.length === 1 ? 'Нет роли' : 'Нет ролей'}: ${missing.join(', ')}`] : []),
    ...(employer === 'same' && shared < members ? ['Все участники должны быть из одной организации'] : []),
    ...(employer === 'different' && shared > 1
      ? [`Все участники должны быть из разных организаций, сейчас из одной — ${shared}`]
      : []),
    ...(needed && !letter ? ['Нет письма от руководителя'] : []),
  ]
}

const dutiesOf = (members: readonly { duty?: string }[]): string[] => members.flatMap(({ duty }) => duty || [])

const regionsOf = (members: readonly { region?: string }[]): number =>
  new Set(members.flatMap(({ region }) => region || [])).size

type TeamNeeds = Pick<TeamRules, 'min' | 'max' | 'minRegions' | 'roles' | 'employer' | 'letter'>

/** «не пройден этап «Эссе»»: follows the person's name. */
export function lackInWords(lack: Lack): string {
  if (lack.kind === 'participation') return 'участие в конкурсе прекращено'
  if (lack.kind === 'consent') return `согласие не подтверждено: ${quoted(lack.title)}`
  return lack.type === 'rules' ? 'согласие с правилами не подтверждено' : `не пройден этап ${quoted(lack.title)}`
}
