import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { queryClient } from '#web/platform/api/query-client.ts'
import type { createPortalRouter } from './router.tsx'

/** The whole component tree. It must be the same on the server and in the browser, otherwise hydration fails. */
export function Portal({ router }: { router: ReturnType<typeof createPortalRouter> }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
