import { QueryClient } from '@tanstack/react-query'
import { onBack } from '#web/platform/messages/connection.ts'
import { isFailure } from './failure.ts'

/**
 * A query that loads for the first time during a change is loaded once more: the library would keep the answer that was
 * on its way, which may be from before the change.
 */
export class PortalQueryClient extends QueryClient {
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' } as typeof filters)
      .filter(({ state }) => state.data === undefined)
    const again = async ({ promise, queryKey }: (typeof first)[number]) => {
      await promise?.catch(() => undefined)
      await super.invalidateQueries({ queryKey, exact: true }, options)
    }
    await Promise.all([super.invalidateQueries(filters, options), ...first.map(again)])
  }
}

export const queryClient = new PortalQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Figures of a moment: newer ones are being counted.
      refetchInterval: ({ state: { data } }) => ((data as { as_of?: string | null } | undefined)?.as_of ? 5000 : false),
      // Refusals are final. Only reads without an answer are retried.
      retry: (count, error) => count < 1 && isFailure(error, 'OFFLINE'),
      // A failed read shows its error on the page at once, also while offline.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

// Reads that failed while offline are repeated when the connection is back.
onBack(() => void queryClient.refetchQueries({ predicate: ({ state }) => isFailure(state.error, 'OFFLINE') }))
