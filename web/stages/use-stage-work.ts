import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import type { DraftData } from '#web/forms/drafts/draft-keeper.ts'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { useDraft } from '#web/forms/drafts/use-draft.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { handInWork, type WorkToHandIn, workDraft, workQuery } from './queries.ts'
import { useHandIn } from './use-hand-in.ts'

/** The person's work at a stage with a form: its page, its hand-in, and questions that have changed. */
export function useStageWork(stageId: number) {
  const queries = useQueryClient()
  const page = useQuery(workQuery(stageId))
  const handIn = useHandIn<WorkToHandIn>({ stageId, send: (body, key) => handInWork(stageId, body, key) })
  const [changed, setChanged] = useState<FieldFaults>({})

  /** The questions have a new version: the page loads them and marks the changed ones. */
  function renewQuestions(fields: FieldFaults): void {
    // A removed question has no place for a mark.
    setChanged(Object.fromEntries(Object.entries(fields).filter(([, { rule }]) => rule !== 'removed')))
    void queries.invalidateQueries({ queryKey: workQuery(stageId).queryKey })
  }

  return { page, handIn, changed, renewQuestions }
}

export type StageWork = ReturnType<typeof useStageWork>

/** The draft of the work: on the server, with a copy in this browser by the person's id. */
export function useWorkDraft(
  place: { competition: string; code: string; stageId: number },
  show: (data: DraftData) => void,
) {
  return useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `${place.competition}/${place.code}`),
    server: workDraft(place.stageId),
    onReplace: show,
  })
}
