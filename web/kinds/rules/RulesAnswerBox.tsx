import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
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
  if (!working && !(given !== null && stage.is_active)) return null

  const send = (body: RulesAnswer) =>
    // The previous answer distinguishes this one from the same answer given earlier.
    handIn.mutateAsync({ body, since: given }).catch((error) => {
      if (isFailure(error, 'rules_outdated')) renewStage(queries, stage.stage_id)
      throw error
    })

  async function reject() {
    setCommentFault(null)
    try {
      if (comment.trim() !== '') return await send({ status: 'fail', version, comment: comment.trim() })
      setCommentFault('Напишите, почему вы отклоняете правила')
    } catch (error) {
      if (!isFailure(error) || !error.fields.comment) throw error
      setCommentFault(error.fields.comment.message)
    }
    return false
  }

  return (
    <section className={styles.box} aria-label="Ваш ответ">
      {handIn.error && !rejecting && (
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
            onClick={() => void send({ status: 'done', version }).catch(() => {})}
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
      {rejecting && (
        <Confirm
          title="Почему вы отклоняете правила?"
          act="Отклонить правила"
          danger
          size="m"
          send={reject}
          onDone={() => setComment('')}
          onClose={() => setRejecting(false)}
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
        </Confirm>
      )}
    </section>
  )
}
