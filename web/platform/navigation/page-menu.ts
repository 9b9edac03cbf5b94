import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

interface Menu {
  title: string
  content: ReactNode
}

let shown: Menu | null = null
const listeners = new Set<() => void>()

function show(menu: Menu | null): void {
  shown = menu
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A page can show its own menu in the phone's menu while it is open; on a wide window the page shows it beside its
 * text. `<PageMenu title="Этапы"><nav aria-label="Этапы">…</nav></PageMenu>`, anywhere in the page.
 */
export function PageMenu({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => show({ title, content: children }), [title, children])
  useEffect(() => () => show(null), [])
  return null
}

/** The menu of the open page, for the header. */
export const usePageMenu = (): Menu | null =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )

/** Whether a phone has a menu: with the person in it, or the menu of the open page. */
export const hasPhoneMenu = (loggedIn: boolean, pageMenu: Menu | null): boolean => loggedIn || pageMenu !== null
