import { QueryClient } from '@tanstack/react-query'
import { onBack } from '#web/platform/messages/connection.ts'
import { isFailure } from './failure.ts'

/** Refusals are final. Only reads without an answer are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && isFailure(error, 'OFFLINE'),
      // A failed read shows its error on the page at once, also while offline.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

// Reads that failed while offline are repeated when the connection is back.
onBack(() => void queryClient.refetchQueries({ predicate: ({ state }) => isFailure(state.error, 'OFFLINE') }))
