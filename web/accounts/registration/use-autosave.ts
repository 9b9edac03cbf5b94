import { useEffect, useRef } from 'react'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { limits } from '#web/platform/limits.ts'

/**
 * Saves after each pause in typing and when the page is closed, so that a reload loses nothing. A failed save is
 * repeated by the next one, at the latest by the step's own button, which first calls `stop` so that no older text
 * arrives after it.
 */
export function useAutosave(store: FormStore, registrationId: string) {
  const stopped = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const underWay = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    let seen = store.data()
    let dirty = false
    const save = (keepalive: boolean) => {
      dirty = false
      const send = () =>
        api('POST /auth/register/reg_info', {
          body: { registration_id: registrationId, data: store.data(), complete: false },
          keepalive,
        }).catch(() => undefined)
      underWay.current = keepalive ? send() : underWay.current.then(send)
    }
    const unsubscribe = store.subscribe(() => {
      if (store.data() === seen || stopped.current) return
      seen = store.data()
      dirty = true
      clearTimeout(timer.current)
      timer.current = setTimeout(() => save(false), limits.autosaveMs)
    })
    const leave = () => {
      if (dirty && !stopped.current) save(true)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      unsubscribe()
      clearTimeout(timer.current)
      window.removeEventListener('pagehide', leave)
    }
  }, [store, registrationId])

  return {
    stop: async () => {
      stopped.current = true
      clearTimeout(timer.current)
      await underWay.current
    },
    goOn: () => {
      stopped.current = false
    },
  }
}
