import { useState } from 'react'
import { textOf } from '#shared/forms/fields/field.ts'
import { maxReason } from '#shared/programme/lessons/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import styles from './Lesson.module.css'
import { type OwnLesson, useCancelLesson } from './queries.ts'

/** What became of a lesson that the school has cancelled, and the button to report a cancellation. */
export function LessonCancelled({ stageId, lesson }: { stageId: number; lesson: OwnLesson }) {
  const [asking, setAsking] = useState(false)
  const { cancellation, may_cancel } = lesson
  return (
    <div className={styles.block}>
      {cancellation?.state === 'waits' && (
        <Notice title="Вы сообщили, что школа отменила урок">
          Координатор ответит и назовёт новый срок. Вы написали <Moments text={momentInWords(cancellation.asked_at)} />:
          «{cancellation.reason}».
        </Notice>
      )}
      {cancellation?.state === 'confirmed' && cancellation.closes_at && (
        <Notice tone="success" title={`Ваш срок продлён: до ${momentInWords(cancellation.closes_at)}`}>
          Школа отменила урок. Выберите другой день или другую школу и сдайте план заново. {cancellation.answer}
        </Notice>
      )}
      {cancellation?.state === 'declined' && (
        <Notice tone="warning" title="Отмену урока не подтвердили">
          {cancellation.answer} Срок остаётся прежним.
        </Notice>
      )}
      {may_cancel && (
        <Button kind="quiet" onClick={() => setAsking(true)}>
          Школа отменила урок
        </Button>
      )}
      {asking && <CancelDialog stageId={stageId} onClose={() => setAsking(false)} />}
    </div>
  )
}

const form = formOf(
  reasonField('', maxReason, { label: 'Что случилось и кто сообщил', required: 'Напишите, что случилось' }),
)

function CancelDialog({ stageId, onClose }: { stageId: number; onClose: () => void }) {
  const sending = useCancelLesson(stageId)
  return (
    <FormDialog
      title="Школа отменила урок"
      act="Отправить"
      form={form}
      send={({ reason }) => sending.mutateAsync(textOf(reason))}
      onClose={onClose}
    >
      <p>Напишите, что случилось. Координатор вашего региона проверит и продлит срок именно вам.</p>
    </FormDialog>
  )
}
