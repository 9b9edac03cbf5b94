import { useSyncExternalStore } from 'react'
import { session } from '#web/platform/api/portal-api.ts'

/** Whether there is an access token now. */
export const useLoggedIn = (): boolean => useSyncExternalStore(session.subscribe, () => session.token() !== null)
