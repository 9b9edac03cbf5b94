import { queryOptions } from '@tanstack/react-query'
import type { FileAnswer } from '#shared/forms/fields/field.ts'
import type { DraftData } from '#web/forms/drafts/draft-keeper.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { workKey } from '#web/stages/queries.ts'

export type Tracks = Answer<'GET /user/stages/:stage_id/tracks'>
export type Track = Tracks['tracks'][number]

/** Places are taken while somebody looks, so they are loaded again whenever the page is opened. */
export const tracksQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'tracks'],
    queryFn: () => api('GET /user/stages/:stage_id/tracks', { params: { stage_id: stageId } }),
    staleTime: 0,
  })

/** The tracks in the person's order, and the letter. */
export interface Choice {
  tracks: string[]
  letter: FileAnswer[]
}

export function choiceIn(data: DraftData, known: readonly Track[]): Choice {
  const codes = Array.isArray(data.tracks) ? (data.tracks as string[]) : []
  return {
    tracks: codes.filter((code) => known.some((track) => track.code === code)),
    letter: Array.isArray(data.letter) ? (data.letter as FileAnswer[]) : [],
  }
}
