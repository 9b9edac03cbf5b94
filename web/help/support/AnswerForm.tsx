import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { localDraft } from '#web/forms/drafts/local-draft.ts'
import { draftMirror, type UseDraft, useDraft } from '#web/forms/drafts/use-draft.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import type { IncomingRequest } from './queries.ts'
import styles from './Support.module.css'

interface AnswerFormProps {
  competition: string
  request: IncomingRequest
  /** Sent; `article`: the answer becomes an article of the help. */
  onDone: (article: string | null) => Promise<void>
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

function Writing({
  competition,
  request,
  onDone,
  onBack,
  draft,
  begun,
}: AnswerFormProps & { draft: UseDraft; begun: string }) {
  const { id } = request
  const writes = useRight('faq')
  const queries = useQueryClient()
  const [text, setText] = useState(begun)
  const [close, setClose] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

  const sending = useMutation({
    mutationFn: ({ words }: { words: string; article: boolean }) =>
      api('POST /admin/feedback/:id/answer', {
        params: { id },
        body: { text: words, close, seen: request.answers.length },
      }),
    onError: (error) => {
      if (isFailure(error, 'feedback_answered')) void queries.invalidateQueries({ queryKey: ['inbox', competition] })
    },
    onSuccess: (_answer, { words, article }) => draft.keeper.finish().then(() => onDone(article ? words : null)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    send(false)
  }

  function send(article: boolean) {
    if (sending.isPending) return
    const words = text.trim()
    const wrong = words === '' ? 'Напишите ответ' : [...words].length > max ? 'Ответ слишком длинный' : null
    setFault(wrong)
    if (!wrong) return sending.mutate({ words, article })
    sending.reset()
    area.current?.focus()
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
      <FailureNotice error={sending.error} />
      <div className={styles.actions}>
        <Button type="submit" size="s" pending={sending.isPending} pendingText="Отправляем…">
          Отправить ответ
        </Button>
        {writes && (
          <Button kind="secondary" size="s" onClick={() => send(true)}>
            Отправить и написать статью
          </Button>
        )}
        <Button kind="quiet" size="s" onClick={onBack}>
          Свернуть
        </Button>
        <DraftStatus state={draft.state} />
      </div>
    </form>
  )
}
