import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { session } from '#web/platform/api/portal-api.ts'

type HistoryStep = AnyRouter['state']['location']

/**
 * State that belongs to the step of the browser's history, such as the page of a list: Back and Forward find it again.
 * Two states of one page need two names.
 */
export function useHistoryState<Value>(name: string, first: Value) {
  const router = useRouter()
  const client = useQueryClient()
  const [value, setValue] = useState(() => savedState<Value>(client, router.state.location, name) ?? first)
  const latest = useRef(value)
  // A list of a tab or a panel can come back within the step.
  useEffect(() => {
    const { resolvedLocation, location } = router.state
    if (latest.current !== value) save(client, resolvedLocation ?? location, name, value)
    latest.current = value
  }, [router, client, name, value])
  // The step may have got another key meanwhile. After the end of a session nothing is kept for the next person.
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation }) => {
        if (fromLocation && session.token() !== null) save(client, fromLocation, name, latest.current)
      }),
    [router, client, name],
  )
  return [value, setValue] as const
}

/** It is kept among the answers of the server, because they are cleared when the person logs out. */
const place = 'history-state'
const keyOf = (step: HistoryStep, name: string) => [place, step.state.__TSR_key, name]

function save(client: QueryClient, step: HistoryStep, name: string, value: unknown): void {
  client.setQueryDefaults([place], { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData(keyOf(step, name), value)
}

const savedState = <Value>(client: QueryClient, step: HistoryStep, name: string) =>
  client.getQueryData<Value>(keyOf(step, name))
