import { quoted } from '#shared/platform/text/quoted.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import type { GroupTeam } from './queries.ts'

/** Leaving is confirmed first: somebody else may take the place at once. */
export function LeaveDialog({
  asked,
  onLeave,
  onClose,
}: {
  asked: GroupTeam | null
  onLeave: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      title="Выйти из команды?"
      role="alertdialog"
      size="s"
      isOpen={asked !== null}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={onLeave}>
            Выйти
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Остаться
          </Button>
        </>
      }
    >
      <p>
        Ваше место в команде {quoted(asked?.name ?? '')} освободится, и его сможет занять другой участник. Оценки,
        которые вы поставили и получили в этой команде, удалятся.
      </p>
    </Dialog>
  )
}

export function LeaveFirstDialog({ wanted, onClose }: { wanted: GroupTeam | null; onClose: () => void }) {
  return (
    <Dialog
      title="Вы уже в команде"
      size="s"
      isOpen={wanted !== null}
      onClose={onClose}
      actions={<Button onClick={onClose}>Понятно</Button>}
    >
      <p>Чтобы вступить в команду {quoted(wanted?.name ?? '')}, сначала выйдите из своей. Она стоит в списке первой.</p>
    </Dialog>
  )
}
