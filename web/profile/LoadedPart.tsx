import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'

interface LoadedPartProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch' | 'isFetching'>
  /** «Загружаем устройства» */
  loading: string
  /** «Не удалось загрузить устройства» */
  failed: string
  lines?: number
  children: (data: Data) => ReactNode
}

/** A part of the page with its own request: loading, failed or loaded. */
export function LoadedPart<Data>({ query, loading, failed, lines = 3, children }: LoadedPartProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error)
    return (
      <EmptyState
        kind="failed"
        level={3}
        title={failed}
        action={
          <Button kind="secondary" pending={query.isFetching} onClick={() => void query.refetch()}>
            Повторить
          </Button>
        }
      >
        {failureText(query.error)}
      </EmptyState>
    )
  return <Skeleton lines={lines} height="3.5rem" label={loading} />
}
