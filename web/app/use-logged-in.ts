import { useSyncExternalStore } from 'react'
import { session } from '#web/platform/api/portal-api.ts'

const loggedIn = () => session.token() !== null

/** Whether there is an access token. */
export const useLoggedIn = (): boolean => useSyncExternalStore(session.subscribe, loggedIn, loggedIn)
