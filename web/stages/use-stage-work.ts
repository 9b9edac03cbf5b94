import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldFaults } from '#shared/api/refusals.ts'
import { session } from '#web/platform/api/portal-api.ts'
import type { DraftData } from '#web/platform/drafts/draft-keeper.ts'
import { draftKey } from '#web/platform/drafts/draft-mirror.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { handInWork, type WorkToHandIn, workDraft, workQuery } from './queries.ts'
import { useHandIn } from './use-hand-in.ts'

/** The work of a person at a stage whose kind asks by a form: its page, its hand-in, and questions that have changed. */
export function useStageWork(stageId: number) {
  const queries = useQueryClient()
  const page = useQuery(workQuery(stageId))
  const handIn = useHandIn<WorkToHandIn>({ stageId, send: (body, key) => handInWork(stageId, body, key) })
  const [changed, setChanged] = useState<FieldFaults>({})

  /** The questions have another version now: the page loads them, and marks what it asks anew. */
  function renewQuestions(fields: FieldFaults): void {
    // A question that is gone has no place to stand beside.
    setChanged(Object.fromEntries(Object.entries(fields).filter(([, { rule }]) => rule !== 'removed')))
    void queries.invalidateQueries({ queryKey: workQuery(stageId).queryKey })
  }

  return { page, handIn, changed, renewQuestions }
}

export type StageWork = ReturnType<typeof useStageWork>

/** The draft of the work: on the server, with a mirror in this browser under the person's number. */
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
