import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

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
  latest.current = value
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation }) => {
        if (!fromLocation) return
        client.setQueryDefaults([place], { gcTime: Number.POSITIVE_INFINITY })
        client.setQueryData(keyOf(fromLocation, name), latest.current)
      }),
    [router, client, name],
  )
  return [value, setValue] as const
}

/** It is kept among the answers of the server, because they are cleared when the person logs out. */
const place = 'history-state'
const keyOf = (step: HistoryStep, name: string) => [place, step.state.__TSR_key, name]

const savedState = <Value>(client: QueryClient, step: HistoryStep, name: string) =>
  client.getQueryData<Value>(keyOf(step, name))
