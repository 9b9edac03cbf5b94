import { useState } from 'react'
import { maxReason } from '#shared/programme/lessons/limits.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
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

function CancelDialog({ stageId, onClose }: { stageId: number; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const sending = useCancelLesson(stageId)
  const fault = isFailure(sending.error) ? (sending.error.fields.reason?.message ?? null) : null
  return (
    <Dialog title="Школа отменила урок" isOpen role="alertdialog" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!sending.isPending) sending.mutate(reason, { onSuccess: onClose })
        }}
      >
        <p>Напишите, что случилось. Координатор вашего региона проверит и продлит срок именно вам.</p>
        <TextArea
          label="Что случилось и кто сообщил"
          name="reason"
          value={reason}
          error={fault}
          limit={maxReason}
          onChange={setReason}
        />
        {sending.error && !fault && <Notice tone="danger" role="alert" title={failureText(sending.error)} />}
        <div className={styles.row}>
          <Button type="submit" pending={sending.isPending} pendingText="Отправляем…">
            Отправить
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Не отправлять
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
