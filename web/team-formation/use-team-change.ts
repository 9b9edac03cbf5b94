import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { formationKey } from './queries.ts'

/** One change at a time. Whatever came of it the teams and stages are asked for again: others change them too. */
export function useTeamChange() {
  const queries = useQueryClient()
  const [pending, setPending] = useState<string | null>(null)

  /** `name` tells the buttons apart. Gives whether it was done; a failure is said in the banner unless `onFailure` says it. */
  async function change(
    name: string,
    work: () => Promise<unknown>,
    done: string,
    onFailure: (error: unknown) => void = (error) => showBanner(failureText(error)),
  ): Promise<boolean> {
    if (pending !== null) return false
    setPending(name)
    let success = true
    try {
      await work()
      if (done !== '') showBanner(done, 'success')
    } catch (error) {
      success = false
      onFailure(error)
    }
    await Promise.all(
      [formationKey, ['stages'], ['stage'], ['tracks']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
    setPending(null)
    return success
  }
  return { pending, change }
}

export type TeamChange = ReturnType<typeof useTeamChange>
