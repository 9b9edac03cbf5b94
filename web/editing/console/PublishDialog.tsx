import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { EditedStage } from '#web/seasons/console/queries.ts'
import { ChangeList } from './ChangeList.tsx'
import { Checklist } from './Checklist.tsx'
import styles from './StageEditor.module.css'

interface PublishDialogProps {
  stage: EditedStage
  isOpen: boolean
  pending: boolean
  failure: unknown
  onClose: () => void
  onPublish: () => void
}

/** Shows what will change for participants before it is published. */
export function PublishDialog({ stage, isOpen, pending, failure, onClose, onPublish }: PublishDialogProps) {
  return (
    <Dialog
      title="Опубликовать правки?"
      isOpen={isOpen}
      onClose={onClose}
      size="s"
      actions={
        <>
          <Button pending={pending} onClick={onPublish}>
            Опубликовать
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Не сейчас
          </Button>
        </>
      }
    >
      <div className={styles.question}>
        {failure !== null && (
          <Notice tone="danger" role="alert">
            {failureText(failure)}
          </Notice>
        )}
        <p>Участники сразу увидят, что изменилось:</p>
        <ChangeList changes={stage.changes} />
        <Checklist items={stage.checklist} />
      </div>
    </Dialog>
  )
}
