import { quoted } from '#shared/platform/text/quoted.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { words } from '#web/platform/ui/words.ts'
import type { GroupTeam } from './queries.ts'

interface LeaveDialogProps {
  team: GroupTeam
  onLeave: () => Promise<unknown>
  onClose: () => void
}

/** Leaving is confirmed first: somebody else may take the place at once. */
export function LeaveDialog({ team, onLeave, onClose }: LeaveDialogProps) {
  return (
    <Confirm title="Выйти из команды?" act="Выйти" danger send={onLeave} onClose={onClose}>
      <p>
        Ваше место в команде {quoted(team.name)} освободится, и его сможет занять другой участник. Оценки, которые вы
        поставили и получили в этой команде, удалятся.
      </p>
    </Confirm>
  )
}

export function LeaveFirstDialog({ wanted, onClose }: { wanted: GroupTeam | null; onClose: () => void }) {
  return (
    <Dialog
      title="Вы уже в команде"
      size="s"
      isOpen={wanted !== null}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <p>Чтобы вступить в команду {quoted(wanted?.name ?? '')}, сначала выйдите из своей. Она стоит в списке первой.</p>
    </Dialog>
  )
}
