import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { queryClient } from '#web/platform/api/query-client.ts'
import type { createPortalRouter } from './router.tsx'

/** The whole tree of components, one and the same on the server and in the browser, or hydration would fail. */
export function Portal({ router }: { router: ReturnType<typeof createPortalRouter> }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
