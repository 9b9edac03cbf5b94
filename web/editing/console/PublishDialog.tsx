import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import type { EditedStage } from '#web/seasons/console/queries.ts'
import { ChangeList } from './ChangeList.tsx'
import { Checklist } from './Checklist.tsx'

interface PublishDialogProps<Done> {
  stage: EditedStage
  failure: unknown
  /** `false` when it has failed. */
  onPublish: () => Promise<Done>
  onDone: (done: Done) => void
  onClose: () => void
}

/** Shows what will change for participants before it is published. */
export function PublishDialog<Done>({ stage, failure, onPublish, onDone, onClose }: PublishDialogProps<Done>) {
  return (
    <Confirm title="Опубликовать правки?" act="Опубликовать" send={onPublish} onDone={onDone} onClose={onClose}>
      <p>Участники сразу увидят, что изменилось:</p>
      <ChangeList changes={stage.changes} />
      <Checklist items={stage.checklist} />
      <FailureNotice error={failure} />
    </Confirm>
  )
}
