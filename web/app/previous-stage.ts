import type { QueryClient } from '@tanstack/react-query'
import { stagesQuery } from '#web/stages/queries.ts'
import { stageOfAddress } from '#web/stages/stage.ts'
import { visitedPage } from './visited-page.ts'

/** The code of the stage whose page is open, even when the address does not contain it; null for other pages. */
export function previousStageCode(queryClient: QueryClient): string | null {
  const { type, competition = '', track = '', stage } = visitedPage() ?? {}
  if (type === undefined) return null
  const stages = queryClient.getQueryData(stagesQuery(competition, track).queryKey)?.stages ?? []
  return stageOfAddress(stages, type, stage)?.code ?? null
}
