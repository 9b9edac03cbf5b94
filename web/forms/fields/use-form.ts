import { useRef, useSyncExternalStore } from 'react'
import type { FieldSnapshot, FormStore } from './form-store.ts'

/** One field of a form; renders again only when this field has changed. */
export function useField(store: FormStore, path: string): FieldSnapshot {
  const snapshot = () => store.field(path)
  return useSyncExternalStore(store.subscribe, snapshot, snapshot)
}

/** A value derived from a form; renders again only when its JSON has changed. */
export function useFormValue<T>(store: FormStore, work: (store: FormStore) => T): T {
  const last = useRef<{ text: string; value: T } | null>(null)
  const snapshot = () => {
    const value = work(store)
    const text = JSON.stringify(value)
    if (last.current?.text !== text) last.current = { text, value }
    return last.current.value
  }
  return useSyncExternalStore(store.subscribe, snapshot, snapshot)
}
