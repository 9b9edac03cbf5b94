import { useState } from 'react'
import { isFailure } from '#web/platform/api/failure.ts'
import { idempotencyKeys } from '#web/platform/api/idempotency-key.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { answerRules, type RulesDone, type RulesWord } from './queries.ts'
import styles from './RulesScreen.module.css'

interface RulesAnswerBoxProps {
  stage: StageDetails
  version: number
  /** The word already given on this edition. */
  given: 'done' | 'fail' | null
  onAnswered: (done: RulesDone) => Promise<void>
  onOutdated: () => void
}

const longestComment = 2000

/** To accept, or to reject and say why; and to change one's mind while the stage is open. */
export function RulesAnswerBox({ stage, version, given, onAnswered, onOutdated }: RulesAnswerBoxProps) {
  const [sending, setSending] = useState<'done' | 'fail' | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [rejecting, setRejecting] = useState(false)
  const [comment, setComment] = useState('')
  const [commentFault, setCommentFault] = useState<string | null>(null)
  const [keyOf] = useState(idempotencyKeys)
  const working = stage.status === 'available' || stage.status === 'in_progress'
  if (!working && !(given !== null && stage.is_active)) return null

  async function send(word: RulesWord): Promise<void> {
    setSending(word.status)
    setRefusal(null)
    try {
      // The time of the first word on this edition parts it from the same word after a change of mind.
      const done = await answerRules(stage.stage_id, word, keyOf([word, given]))
      setRejecting(false)
      setComment('')
      await onAnswered(done)
    } catch (error) {
      if (isFailure(error) && error.fields.comment) {
        setCommentFault(error.fields.comment.message)
        return
      }
      setRejecting(false)
      setRefusal(error)
      if (isFailure(error, 'rules_outdated')) onOutdated()
    } finally {
      setSending(null)
    }
  }

  function reject(): void {
    if (comment.trim() === '') setCommentFault('Напишите, почему вы отклоняете правила')
    else void send({ status: 'fail', version, comment: comment.trim() })
  }

  return (
    <section className={styles.box} aria-label="Ваш ответ">
      {refusal !== null && (
        <Notice tone="danger" role="alert">
          {failureText(refusal)}
        </Notice>
      )}
      {given !== 'done' && <p>Принимая правила, вы соглашаетесь с редакцией № {version} целиком.</p>}
      <div className={styles.buttons}>
        {given !== 'done' && (
          <Button
            pending={sending === 'done'}
            pendingText="Сохраняем ответ…"
            onClick={() => void send({ status: 'done', version })}
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
          limit={longestComment}
          rows={4}
        />
      </Dialog>
    </section>
  )
}
