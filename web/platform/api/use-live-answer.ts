import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onBack, waits } from '#web/platform/messages/connection.ts'
import type { Answer, ApiKey, CallOptions } from './client.ts'
import { isFailure } from './failure.ts'
import { followApi } from './portal-api.ts'

/** `asks`: the server sends nothing, so the page asks by itself. */
export type LiveState = 'live' | 'broken' | 'asks'

interface LiveAnswer<K extends ApiKey> {
  /** The query whose answer is kept up to date. */
  queryKey: QueryKey
  key: K
  options: CallOptions<K>
}

/**
 * Keeps the answer of a query up to date by what the server sends, while the tab is visible. When the server sends
 * nothing, the query must be repeated as usual.
 */
export function useLiveAnswer<K extends ApiKey>({ queryKey, key, options }: LiveAnswer<K>): LiveState {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('live')
  const [hidden, setHidden] = useState(() => document.visibilityState === 'hidden')
  // The text contains everything that the call depends on.
  const asked = JSON.stringify([key, options, queryKey])

  useEffect(() => {
    const turn = () => setHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', turn)
    return () => document.removeEventListener('visibilitychange', turn)
  }, [])

  useEffect(() => {
    if (hidden) return
    const [ofKey, given, of] = JSON.parse(asked) as [K, CallOptions<K>, QueryKey]
    const leaving = new AbortController()
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let connected = false

    async function connect(): Promise<void> {
      clearTimeout(timer)
      connected = true
      const fault = await followApi(ofKey, { ...given, signal: leaving.signal }, async (answer) => {
        tries = 0
        setState('live')
        // An answer that is on its way may be older than this one.
        await client.cancelQueries({ queryKey: of, exact: true })
        client.setQueryData<Answer<K>>(of, answer)
      }).catch((error: unknown) => error)
      connected = false
      if (leaving.signal.aborted) return
      // Refused: too many pages are open, or the right is gone. The query itself then gets the refusal.
      if (isFailure(fault) && fault.status >= 400 && fault.status < 500) {
        setState('asks')
        return client.invalidateQueries({ queryKey: of, exact: true })
      }
      setState('broken')
      timer = setTimeout(connect, (waits[Math.min(tries, waits.length - 1)] ?? 0) * (0.75 + Math.random() / 2))
      tries += 1
    }

    void connect()
    const stopHearing = onBack(() => connected || leaving.signal.aborted || void connect())
    return () => {
      leaving.abort()
      clearTimeout(timer)
      stopHearing()
    }
  }, [client, hidden, asked])

  return state
}
