import type { ReactNode } from 'react'
import { Failed } from './Failed.tsx'
import { Skeleton } from './Skeleton.tsx'

/** What `useQuery` gives, as far as it is needed here. A draft being opened can take the same shape. */
export interface Loaded<Data = unknown> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

type DataOf<Q extends readonly Loaded[]> = { [At in keyof Q]: Exclude<Q[At]['data'], undefined> }

interface QueryStatesProps<Q extends readonly Loaded[]> {
  /** All of them are needed; the first failure is shown, and «Повторить» repeats those that failed. */
  of: readonly [...Q]
  /** For a screen reader while it loads: «Загружаем команды…». */
  loading: string
  /** The title when it did not load: «Команды не загрузились». */
  failed: string
  /** The size of what is coming, so that nothing jumps. */
  lines?: number
  height?: string
  level?: 2 | 3
  /** A failure that has words of its own, such as a 404; nothing for the usual ones. */
  failure?: (error: unknown) => ReactNode
  children: (...data: DataOf<Q>) => ReactNode
}

/** The three states of data from the server: loading, failed, or loaded. */
export function QueryStates<const Q extends readonly Loaded[]>(props: QueryStatesProps<Q>) {
  const { of, loading, failed, lines = 8, height, level = 2, failure, children } = props
  if (of.every(({ data }) => data !== undefined)) {
    const moment = of.map(({ data }) => (data as { as_of?: string | null } | null)?.as_of).find(Boolean)
    return (
      // One shape with and without a moment: what is typed and opened inside must outlive it.
      <>
        {moment && (
          <p role="status">
            <small>Числа на {moment.slice(11, 16)}. Считаем новые</small>
          </p>
        )}
        {children(...(of.map(({ data }) => data) as DataOf<Q>))}
      </>
    )
  }
  const broken = of.filter(({ data, error }) => data === undefined && error !== null)
  const [first] = broken
  if (!first) return <Skeleton lines={lines} label={loading} {...(height ? { height } : {})} />
  const repeat = () => {
    for (const query of broken) query.refetch()
  }
  return failure?.(first.error) || <Failed title={failed} error={first.error} onRepeat={repeat} level={level} />
}
