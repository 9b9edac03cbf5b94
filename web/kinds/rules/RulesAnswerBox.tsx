import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { type HandIn, renewStage } from '#web/stages/use-hand-in.ts'
import type { RulesAnswer } from './queries.ts'
import styles from './RulesScreen.module.css'

interface RulesAnswerBoxProps {
  stage: StageDetails
  version: number
  /** The person's answer to this version. */
  given: 'done' | 'fail' | null
  handIn: HandIn<RulesAnswer>
}

const maxComment = 2000

/** Accept, or reject with a reason; the answer can be changed while the stage is open. */
export function RulesAnswerBox({ stage, version, given, handIn }: RulesAnswerBoxProps) {
  const queries = useQueryClient()
  const [rejecting, setRejecting] = useState(false)
  const [comment, setComment] = useState('')
  const [commentFault, setCommentFault] = useState<string | null>(null)
  const until = stage.end_date === null ? null : parseWire(stage.end_date)
  const working = stage.status === 'available' || stage.status === 'in_progress'
  const sending = handIn.isPending ? handIn.variables.body.status : null
  const wrongComment = isFailure(handIn.error) && handIn.error.fields.comment !== undefined
  if (!working && !(given !== null && stage.is_active)) return null

  function send(body: RulesAnswer): void {
    // The previous answer distinguishes this one from the same answer given earlier.
    handIn.mutate(
      { body, since: given },
      {
        onSuccess: () => {
          setRejecting(false)
          setComment('')
        },
        onError: (error) => {
          if (isFailure(error) && error.fields.comment) setCommentFault(error.fields.comment.message)
          else setRejecting(false)
          if (isFailure(error, 'rules_outdated')) renewStage(queries, stage.stage_id)
        },
      },
    )
  }

  function reject(): void {
    if (comment.trim() === '') setCommentFault('Напишите, почему вы отклоняете правила')
    else send({ status: 'fail', version, comment: comment.trim() })
  }

  return (
    <section className={styles.box} aria-label="Ваш ответ">
      {handIn.error && !wrongComment && (
        <Notice tone="danger" role="alert">
          {failureText(handIn.error)}
        </Notice>
      )}
      {given !== 'done' && <p>Принимая правила, вы соглашаетесь с редакцией {numbered(version)} целиком.</p>}
      {until && (
        <p className={styles.until}>
          {given === null ? 'Ответить можно' : 'Изменить ответ можно'} до <Moments text={showMoscowTime(until)} />
        </p>
      )}
      <div className={styles.buttons}>
        {given !== 'done' && (
          <Button
            pending={sending === 'done'}
            pendingText="Сохраняем ответ…"
            onClick={() => send({ status: 'done', version })}
          >
            Принять правила
          </Button>
        )}
        {given !== 'fail' && (
          <Button kind={given === 'done' ? 'quiet' : 'secondary'} onClick={() => setRejecting(true)}>
            {given === 'done' ? 'Изменить решение и отклонить' : 'Отклонить'}
          </Button>
        )}
      </div>
      <Dialog
        title="Почему вы отклоняете правила?"
        isOpen={rejecting}
        onClose={() => setRejecting(false)}
        actions={
          <>
            <Button kind="danger" pending={sending === 'fail'} pendingText="Сохраняем ответ…" onClick={reject}>
              Отклонить правила
            </Button>
            <Button kind="secondary" onClick={() => setRejecting(false)}>
              Отмена
            </Button>
          </>
        }
      >
        <p className={styles.warning}>
          Без принятия правил участвовать дальше нельзя. Решение можно изменить, пока этап открыт.
        </p>
        <TextArea
          label="Объяснение"
          name="comment"
          value={comment}
          onChange={(next) => {
            setComment(next)
            setCommentFault(null)
          }}
          error={commentFault}
          limit={maxComment}
          rows={4}
        />
      </Dialog>
    </section>
  )
}
