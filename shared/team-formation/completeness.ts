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

export function completeness(
  { min, max }: Pick<TeamRules, 'min' | 'max'>,
  members: readonly (PersonName & { lacks: readonly Lack[] })[],
): Completeness {
  const wanted = Math.max(0, min - members.length)
  const lines = [
    ...(wanted > 0 ? [`Не хватает ${wanted} ${plural(wanted, 'участника', 'участников', 'участников')}`] : []),
    ...members.flatMap((member) => member.lacks.map((lack) => `${formalName(member)}: ${lackInWords(lack)}`)),
  ]
  const size = min === max ? `${max}` : `${min}–${max}`
  return { words: `${members.length} из ${size}`, complete: isComplete({ min, max }, counted(members)), lines }
}

/** The team has enough people, not too many, and each member has done what the stage asks. */
export const isComplete = (
  { min, max }: Pick<TeamRules, 'min' | 'max'>,
  { members, ready }: { members: number; ready: number },
): boolean => members >= min && members <= max && ready === members

const counted = (members: readonly { lacks: readonly Lack[] }[]) => ({
  members: members.length,
  ready: members.filter(({ lacks }) => lacks.length === 0).length,
})

/** «не пройден этап «Эссе»»: to be read after the person's name. */
export function lackInWords(lack: Lack): string {
  if (lack.kind === 'participation') return 'участие в конкурсе прекращено'
  if (lack.kind === 'consent') return `согласие не подтверждено: «${lack.title}»`
  return lack.type === 'rules' ? 'согласие с правилами не подтверждено' : `не пройден этап «${lack.title}»`
}
