import { useBlocker } from '@tanstack/react-router'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { withoutLists } from './use-list.ts'

/**
 * Asks before the person leaves a page with unsaved changes. A move to another place on the same page does not count.
 */
export function LeaveWarning({ unsaved, children }: { unsaved: () => boolean; children: string }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved() && (current.pathname !== next.pathname || !sameSearch(current.search, next.search)),
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Confirm title="Уйти без сохранения?" act="Уйти" unsaved send={proceed} onClose={reset}>
      {children}
    </Confirm>
  )
}

/** What is asked of a list on the page leads nowhere. */
const sameSearch = (one: object, other: object) =>
  JSON.stringify(withoutLists(one)) === JSON.stringify(withoutLists(other))
