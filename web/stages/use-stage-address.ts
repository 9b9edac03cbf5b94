import { useMatches } from '@tanstack/react-router'
import { useSearchText } from '#web/platform/navigation/use-search-text.ts'

export interface StageAddress {
  competition: string
  track: string
  /** The code of a stage, when the address has one. */
  stage?: string
  /** The code of a part of the stage. */
  form?: string
  /** A team id, or the code of a stage with teams. */
  team?: string
  /** A meeting, and the action for it. */
  id?: string
  action?: string
}

/**
 * What the address of a stage page names. Only this file knows the names of its parts. Every kind has routes of its
 * own, made from a list, so no single route is named here: the tree of routes types the parts of all of them together.
 */
export function useStageAddress(): StageAddress {
  const {
    competition = '',
    track = '',
    ...rest
  }: Partial<StageAddress> = useMatches({
    select: (matches) => matches.at(-1)?.params ?? {},
  })
  return { competition, track, ...rest }
}

/** The kind of the open stage page; empty on other pages. */
export const useStageType = (): string =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.stageType ?? '' })

/** The invitation code at the end of the address, if any. */
export const useInviteCode = (): string => useSearchText('code')
