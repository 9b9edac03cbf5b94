import { Confirm } from '#web/platform/ui/Confirm.tsx'
import type { EditedStage } from '#web/seasons/console/queries.ts'
import { ChangeList } from './ChangeList.tsx'

interface DropDialogProps {
  stage: EditedStage
  onClose: () => void
  onDrop: () => Promise<void>
  onDone: () => void
}

/** Asks before edits are discarded, and shows what would be lost. */
export function DropDialog({ stage, onClose, onDrop, onDone }: DropDialogProps) {
  return (
    <Confirm title="Отменить правки?" act="Отменить правки" danger send={onDrop} onDone={onDone} onClose={onClose}>
      <p>Этап останется таким, каким его видят участники. Пропадёт:</p>
      <ChangeList changes={stage.changes} />
    </Confirm>
  )
}
