import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DraftKeeper } from '#web/forms/drafts/draft-keeper.ts'
import { idempotencyKeys } from '#web/platform/api/idempotency-key.ts'
import { type HandedIn, stageQuery, workKey } from './queries.ts'

interface HandInOptions<Body> {
  stageId: number
  send: (body: Body, idempotencyKey: string) => Promise<HandedIn | null>
  /** Queries that it changes besides those of stages, tracks and this work. */
  alsoChanges?: readonly QueryKey[]
}

interface Attempt<Body> {
  body: Body
  /** Saved before the hand-in and closed after it. */
  draft?: DraftKeeper
  /** Distinguishes this hand-in from an earlier one with the same answer. */
  since?: unknown
}

/** Reloads everything that a change at a stage makes outdated. */
export function renewStage(queries: QueryClient, stageId: number, alsoChanges: readonly QueryKey[] = []): void {
  for (const queryKey of [['stages'], ['tracks'], ['stage'], workKey(stageId), ...alsoChanges])
    void queries.invalidateQueries({ queryKey })
}

/**
 * Hands in, for every kind. Sending the same answer again uses the same idempotency key, so a lost reply never causes a
 * second hand-in. `error` has any refusal. The stage shows its new status at once, before it is reloaded.
 */
export function useHandIn<Body>({ stageId, send, alsoChanges = [] }: HandInOptions<Body>) {
  const queries = useQueryClient()
  const [keyOf] = useState(idempotencyKeys)
  return useMutation({
    mutationFn: async ({ body, draft, since }: Attempt<Body>) => {
      await draft?.flush()
      const done = await send(body, keyOf([body, since]))
      await draft?.finish()
      return done
    },
    onSuccess: (done) => {
      queries.setQueryData(stageQuery(stageId).queryKey, (stage) => stage && { ...stage, ...done, reason: '' })
      renewStage(queries, stageId, alsoChanges)
    },
  })
}

export type HandIn<Body> = ReturnType<typeof useHandIn<Body>>
