import type { Session } from '#web/platform/api/session.ts'

interface World {
  session: Pick<Session, 'claims' | 'subscribe'>
  refresh(): Promise<string>
  reload(): void
}

/**
 * A page that the browser keeps whole for Back and Forward hears nothing of a logout. It is covered when it is left,
 * and shown again only to the person who left it, and only when the server says that the session goes on.
 */
export function guardKeptPage({ session, refresh, reload }: World): void {
  /** The last person whose data the page may show. */
  let person = session.claims()?.test_id
  session.subscribe(() => {
    person = session.claims()?.test_id ?? person
  })
  const { style } = document.documentElement
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted && person !== undefined) style.setProperty('visibility', 'hidden', 'important')
  })
  window.addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted || person === undefined) return
    const left = session.claims()?.test_id
    if (left !== undefined && (await refresh()) === 'refreshed' && session.claims()?.test_id === left)
      style.removeProperty('visibility')
    else reload()
  })
}
