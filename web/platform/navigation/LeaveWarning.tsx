import { useBlocker } from '@tanstack/react-router'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'

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
  return (
    <Dialog
      title="Уйти без сохранения?"
      role="alertdialog"
      size="s"
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      actions={
        <>
          <Button onClick={() => reset?.()}>Остаться</Button>
          <Button kind="secondary" onClick={() => proceed?.()}>
            Уйти
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

const sameSearch = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
