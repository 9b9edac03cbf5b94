import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Letters, Rule } from '#shared/review/cutoffs/rule.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { cutoffQuery, saveCutoff, type Workbench } from './queries.ts'

export interface Draft {
  title: string
  rule: Rule
  letters: Letters
}

/** Milliseconds: long enough not to save at every key, short enough to see the result at once. */
const typingPause = 400

const draftOf = ({ title, rule, letters }: Workbench): Draft => ({ title, rule, letters })

/**
 * A variant as it is edited. Changes are saved by themselves, one after the other; when somebody else has saved the
 * variant since, nothing is sent until the organiser has chosen between the two.
 */
export function useWorkbench(competition: string, saved: Workbench) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(saved))
  const sent = useRef(draft)
  /** The revision that the draft began from. A newer one may arrive by itself when the page is looked at again. */
  const [revision, setRevision] = useState(saved.revision)
  const key = cutoffQuery(competition, saved.id).queryKey
  const saving = useMutation({
    mutationFn: ({ of, revision }: { of: Draft; revision: number }) => {
      sent.current = of
      return saveCutoff(competition, saved.id, { ...of, revision })
    },
    onSuccess: (now) => {
      setRevision(now.revision)
      queries.setQueryData(key, now)
      void queries.invalidateQueries({ queryKey: ['cutoffs', competition] })
    },
  })
  const conflict = isFailure(saving.error, 'cutoff_conflict') || saved.revision > revision
  const stopped = saving.isError && sent.current === draft
  const unsaved = draft !== sent.current || saving.isPending
  const { isPending, isError, mutate } = saving
  // No changes wait here: the page shows what is saved now.
  useEffect(() => {
    if (saved.revision <= revision || draft !== sent.current || isPending || isError) return
    sent.current = draftOf(saved)
    setDraft(sent.current)
    setRevision(saved.revision)
  }, [saved, revision, draft, isPending, isError])
  useEffect(() => {
    if (draft === sent.current || isPending || conflict) return
    const wait = setTimeout(() => mutate({ of: draft, revision }), typingPause)
    return () => clearTimeout(wait)
  }, [draft, isPending, conflict, mutate, revision])
  return {
    draft,
    change: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    unsaved: unsaved || stopped || conflict,
    saving: isPending,
    error: saving.error,
    conflict,
    retry: () => mutate({ of: draft, revision }),
    /** What the other organiser has saved, while the own changes wait. */
    other: () => queries.fetchQuery({ ...cutoffQuery(competition, saved.id), staleTime: 0 }),
    take: (other: Workbench) => {
      const theirs = draftOf(other)
      sent.current = theirs
      setDraft(theirs)
      setRevision(other.revision)
      saving.reset()
    },
    keep: (other: Workbench) => mutate({ of: draft, revision: other.revision }),
  }
}
