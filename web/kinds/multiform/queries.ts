import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { draftMirror } from '#web/forms/drafts/use-draft.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { idempotencyKeys } from '#web/platform/api/idempotency-key.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { workKey } from '#web/stages/queries.ts'
import type { Stage } from '#web/stages/stage.ts'
import { renewStage } from '#web/stages/use-hand-in.ts'

export type HandedInAll = Answer<'POST /user/stages/:stage_id/multiform/hand-in'>

/** Parts with text that is only in this browser: a hand-in of everything would leave it behind. */
export class UnsentWords extends Error {
  readonly parts: readonly Stage[]

  constructor(parts: readonly Stage[]) {
    super('some words were not sent yet')
    this.parts = parts
  }
}

/** Hands every part in. A repeat of the same attempt uses the same key. */
export function useHandInAll(competition: string, whole: Stage) {
  const queries = useQueryClient()
  const [keyOf] = useState(idempotencyKeys)
  return useMutation({
    mutationFn: async (): Promise<HandedInAll> => {
      const unsent = await unsentParts(competition, whole.childs)
      if (unsent.length > 0) throw new UnsentWords(unsent)
      const standing = whole.childs.map(({ code, extra_data }) => [code, extra_data.handed_in_at])
      return api('POST /user/stages/:stage_id/multiform/hand-in', {
        params: { stage_id: whole.stage_id },
        idempotencyKey: keyOf(standing),
      })
    },
    onSettled: () =>
      renewStage(
        queries,
        whole.stage_id,
        whole.childs.map(({ stage_id }) => workKey(stage_id)),
      ),
  })
}

async function unsentParts(competition: string, parts: readonly Stage[]): Promise<Stage[]> {
  const testId = session.claims()?.test_id ?? 0
  const copies = await Promise.all(
    parts.map(({ code }) => draftMirror.get(draftKey(testId, `${competition}/${code}`)).catch(() => null)),
  )
  return parts.filter((_part, at) => copies[at]?.saved === false)
}
