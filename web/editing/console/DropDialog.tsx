import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import type { EditedStage } from '#web/seasons/console/queries.ts'
import { ChangeList } from './ChangeList.tsx'
import styles from './StageEditor.module.css'

interface DropDialogProps {
  stage: EditedStage
  isOpen: boolean
  onClose: () => void
  onDrop: () => void
}

/** Asks before edits are discarded, and shows what would be lost. */
export function DropDialog({ stage, isOpen, onClose, onDrop }: DropDialogProps) {
  return (
    <Dialog
      title="Отменить правки?"
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      size="s"
      actions={
        <>
          <Button onClick={onClose}>Оставить</Button>
          <Button kind="secondary" onClick={onDrop}>
            Отменить правки
          </Button>
        </>
      }
    >
      <div className={styles.question}>
        <p>Этап останется таким, каким его видят участники. Пропадёт:</p>
        <ChangeList changes={stage.changes} />
      </div>
    </Dialog>
  )
}
