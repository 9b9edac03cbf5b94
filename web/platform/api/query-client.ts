import { QueryClient } from '@tanstack/react-query'
import { onBack } from '#web/platform/messages/connection.ts'
import { isFailure } from './failure.ts'

/** Refusals are final; only a missing answer is worth asking again, and only for reads. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && isFailure(error, 'OFFLINE'),
      // A read that fails says so on its page at once, also without a network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

// What failed for want of a connection is asked for again as soon as there is one.
onBack(() => void queryClient.refetchQueries({ predicate: ({ state }) => isFailure(state.error, 'OFFLINE') }))
