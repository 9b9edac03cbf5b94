import type { QueryClient } from '@tanstack/react-query'
import { stagesQuery } from '#web/stages/queries.ts'
import { stageOfAddress } from '#web/stages/stage.ts'

let visited: string | null = null

/** The code of the stage whose page is open, or null. Set when a navigation has ended. */
export function rememberStagePage(code: string | null): void {
  visited = code
}

export const previousStageCode = (): string | null => visited

/** The stage that a page shows, even when the address does not contain it; null for other pages. */
export function stageCodeOf(
  type: string | undefined,
  { competition = '', track = '', stage }: { competition?: string; track?: string; stage?: string },
  queryClient: QueryClient,
): string | null {
  if (type === undefined) return null
  const stages = queryClient.getQueryData(stagesQuery(competition, track).queryKey)?.stages ?? []
  return stageOfAddress(stages, type, stage)?.code ?? null
}
