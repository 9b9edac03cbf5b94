import { useMatches, useParams, useSearch } from '@tanstack/react-router'

export interface StageAddress {
  competition: string
  track: string
  /** The code of a stage, where the address names one. */
  stage?: string
  /** A team's number, or the code of a stage of teams. */
  team?: string
  /** A meeting, and what is to be done with it. */
  id?: string
  action?: string
}

/** What the address of a stage's page names; the only place that knows the names of its parts. */
export function useStageAddress(): StageAddress {
  return useParams({
    strict: false,
    select: ({ competition = '', track = '', ...rest }: Partial<StageAddress>): StageAddress => ({
      competition,
      track,
      ...rest,
    }),
  })
}

/** The kind of stage whose page is open; empty on any other. */
export const useStageType = (): string =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.stageType ?? '' })

/** The code of an invitation, where the address ends in one. */
export const useInviteCode = (): string =>
  useSearch({ strict: false, select: ({ code = '' }: { code?: string }) => code })
