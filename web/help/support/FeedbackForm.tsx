import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Fragment, useMemo, useRef, useState } from 'react'
import { type AnswerData, chosenId, type FileAnswer, type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { feedbackForm } from '#shared/help/support/form.ts'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { localDraft } from '#web/forms/drafts/local-draft.ts'
import { draftMirror, type UseDraft, useDraft } from '#web/forms/drafts/use-draft.ts'
import { FieldView } from '#web/forms/fields/FieldView.tsx'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { useViews } from '#web/forms/fields/use-views.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { type ApiFailure, isFailure } from '#web/platform/api/failure.ts'
import { idempotencyKeys } from '#web/platform/api/idempotency-key.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { captchaToken } from '#web/platform/captcha/solve-captcha.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { HelpHints } from './HelpHints.tsx'
import type { SupportRequest } from './queries.ts'
import styles from './Support.module.css'

interface FeedbackFormProps {
  competition: string
  support: Answer<'GET /feedback_form'>
  onSent: (request: SupportRequest) => void
}

/** The form, with the draft kept in this browser. */
export function FeedbackForm(props: FeedbackFormProps) {
  const key = useRef(draftKey(session.claims()?.test_id ?? 0, `${props.competition}/support`)).current
  const server = useRef(localDraft(draftMirror, key)).current
  const draft = useDraft({ key, server, onReplace: () => undefined })
  const form = useMemo(() => feedbackForm(props.support.topics), [props.support.topics])
  const ready = useViews(form)
  // Without storage the form is empty.
  const opened = draft.opened ?? (draft.error ? {} : null)
  if (opened === null || !ready) return <Skeleton lines={6} height="6rem" label="Загружаем форму…" />
  return <Writing {...props} form={form} draft={draft} opened={opened} />
}

function Writing({
  competition,
  support,
  onSent,
  form,
  draft,
  opened,
}: FeedbackFormProps & { form: FormSchema; draft: UseDraft; opened: AnswerData }) {
  const { keeper, state } = draft
  const queries = useQueryClient()
  const [store] = useState(() =>
    createFormStore(form, { email: session.claims()?.user_email ?? '', ...opened }, { onChange: keeper.change }),
  )
  const [attempt, setAttempt] = useState(0)
  const [keyOf] = useState(idempotencyKeys)
  const faults = useFormValue(store, () =>
    Object.entries(store.faults()).map(([name, { message }]) => ({ name, message })),
  )

  const text = useFormValue(store, () => String(store.data().text ?? ''))

  const sending = useMutation({
    mutationFn: () => {
      const body = { competition_code: competition, ...asked(store.data()) }
      return api('POST /feedback_form', { body, captcha: captchaToken, idempotencyKey: keyOf(body) })
    },
    onSuccess: async (request) => {
      await keeper.finish()
      await queries.invalidateQueries({ queryKey: ['requests', competition] })
      onSent(request)
    },
    onError: (error) => {
      if (!inFields(error)) return
      store.putFaults(error.fields)
      setAttempt((before) => before + 1)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.isPending) return
    const wrong = store.check()
    setAttempt((before) => before + 1)
    if (Object.keys(wrong).length > 0) sending.reset()
    else sending.mutate()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {attempt > 0 && <ErrorSummary faults={faults} attempt={attempt} />}
      {fieldsOf(store.schema).map((field) => (
        <Fragment key={field.name}>
          <FieldView store={store} field={field} path={field.name} />
          {field.name === 'text' && <HelpHints competition={competition} text={text} />}
        </Fragment>
      ))}
      {sending.error && !inFields(sending.error) && (
        <Notice tone="danger" role="alert" title={failureText(sending.error)}>
          Написанное сохранено в этом браузере.
          {support.support_email && (
            <>
              {' '}
              Можно написать и на почту <a href={`mailto:${support.support_email}`}>{support.support_email}</a>.
            </>
          )}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" pending={sending.isPending} pendingText="Отправляем…">
          Отправить
        </Button>
        <DraftStatus state={state} />
      </div>
    </form>
  )
}

const inFields = (error: unknown): error is ApiFailure => isFailure(error) && Object.keys(error.fields).length > 0

function asked(data: AnswerData) {
  const files = (Array.isArray(data.files) ? data.files : []) as readonly FileAnswer[]
  return {
    topic: chosenId(data.topic) ?? '',
    text: String(data.text ?? '').trim(),
    email: String(data.email ?? '').trim(),
    files: files.map(({ file_id }) => file_id),
  }
}
