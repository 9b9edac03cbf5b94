import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api, session } from '#web/platform/api/portal-api.ts'
import { DraftStatus } from '#web/platform/drafts/DraftStatus.tsx'
import { draftKey } from '#web/platform/drafts/draft-mirror.ts'
import { localDraft } from '#web/platform/drafts/local-draft.ts'
import { draftMirror, type UseDraft, useDraft } from '#web/platform/drafts/use-draft.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { IncomingRequest } from './queries.ts'
import styles from './Support.module.css'

interface AnswerFormProps {
  competition: string
  request: IncomingRequest
  onDone: () => Promise<void>
  onBack: () => void
}

const max = 8000

/** The organiser's answer; a draft is kept in this browser. */
export function AnswerForm(props: AnswerFormProps) {
  const name = `${props.competition}/support/${props.request.id}`
  const key = useRef(draftKey(session.claims()?.test_id ?? 0, name)).current
  const server = useRef(localDraft(draftMirror, key)).current
  const draft = useDraft({ key, server, onReplace: () => undefined })
  const opened = draft.opened ?? (draft.error ? {} : null)
  return opened && <Writing {...props} draft={draft} begun={String(opened.text ?? '')} />
}

function Writing({ request, onDone, onBack, draft, begun }: AnswerFormProps & { draft: UseDraft; begun: string }) {
  const { id } = request
  const [text, setText] = useState(begun)
  const [close, setClose] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    const wrong = text.trim() === '' ? 'Напишите ответ' : [...text.trim()].length > max ? 'Ответ слишком длинный' : null
    setFault(wrong)
    setFailure(null)
    if (wrong) return area.current?.focus()
    setPending(true)
    try {
      await api('POST /admin/feedback/:id/answer', { params: { id }, body: { text: text.trim(), close } })
      await draft.keeper.finish()
      await onDone()
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea
        label="Ответ"
        name={`answer-${id}`}
        hint={`Уйдёт письмом на ${request.email} и появится у человека на портале`}
        ref={area}
        rows={6}
        limit={max}
        value={text}
        onChange={(next) => {
          setText(next)
          draft.keeper.change({ text: next })
        }}
        error={fault}
      />
      <Checkbox
        label="Вопрос решён, закрыть обращение"
        name={`close-${id}`}
        required={false}
        value={close}
        onChange={setClose}
      />
      {failure !== null && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" size="s" pending={pending} pendingText="Отправляем…">
          Отправить ответ
        </Button>
        <Button kind="quiet" size="s" onClick={onBack}>
          Свернуть
        </Button>
        <DraftStatus state={draft.state} />
      </div>
    </form>
  )
}
