import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldFaults } from '#shared/api/refusals.ts'
import { humanReadable } from '#shared/forms/answer.ts'
import type { AnswerData } from '#shared/forms/field.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { idempotencyKeys } from '#web/platform/api/idempotency-key.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { DraftConflict } from '#web/platform/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/platform/drafts/DraftStatus.tsx'
import { draftKey } from '#web/platform/drafts/draft-mirror.ts'
import { type UseDraft, useDraft } from '#web/platform/drafts/use-draft.ts'
import { FormSections } from '#web/platform/forms/FormSections.tsx'
import { createFormStore, type FormStore } from '#web/platform/forms/form-store.ts'
import { labelAt } from '#web/platform/forms/section-progress.ts'
import { useFormValue } from '#web/platform/forms/use-form.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { AnswerInWords } from '#web/stages/AnswerInWords.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { Remarks } from '#web/stages/Remarks.tsx'
import { Decision } from '#web/stages/StageOutcome.tsx'
import { FormContents } from './FormContents.tsx'
import styles from './FormScreen.module.css'
import { type FormPage, formDraft, type HandedIn, handInForm } from './queries.ts'

interface FormEditorProps {
  competition: string
  stage: StageDetails
  form: FormPage
  /** What the form that has just replaced an older one asks anew, by field. */
  changed: FieldFaults
  onHandedIn: (answer: HandedIn) => void
  /** The form has another version now; the draft is saved. */
  onOutdated: (changed: FieldFaults) => void
}

/** The form with its draft: first the draft is found, then the fields are shown. */
export function FormEditor(props: FormEditorProps) {
  const { competition, stage } = props
  const shown = useRef<FormStore>(null)
  const draft = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `${competition}/${stage.code}`),
    server: formDraft(competition, stage.code),
    onReplace: (data) => shown.current?.replace(data),
  })
  if (draft.opened) return <Filling {...props} draft={draft} opened={draft.opened} shown={shown} />
  if (draft.error) {
    return (
      <EmptyState
        kind="failed"
        title="Черновик не загрузился"
        action={<Button onClick={draft.openAgain}>Повторить</Button>}
      >
        {failureText(draft.error)}
      </EmptyState>
    )
  }
  return <Skeleton lines={8} height="3rem" label="Загружаем черновик…" />
}

type FillingProps = FormEditorProps & {
  draft: UseDraft
  opened: AnswerData
  shown: RefObject<FormStore | null>
}

function Filling({ competition, stage, form, changed, onHandedIn, onOutdated, draft, opened, shown }: FillingProps) {
  const { keeper, state } = draft
  const schema = form.form
  const [store] = useState(() => {
    // A work returned for correction begins with what was handed in, unless its draft has gone on since.
    const begun = Object.keys(opened).length > 0 ? opened : (form.handed_in?.data ?? {})
    const made = createFormStore(schema, begun, { dictionaries: form.dictionaries, onChange: keeper.change })
    made.putFaults(changed)
    return made
  })
  const isChanged = Object.keys(changed).length > 0
  shown.current = store
  const [step, setStep] = useState<'fill' | 'check'>('fill')
  const [attempt, setAttempt] = useState(isChanged ? 1 : 0)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [keyOf] = useState(idempotencyKeys)
  const top = useRef<HTMLDivElement>(null)
  const checkTitle = useRef<HTMLHeadingElement>(null)
  const refused = useRef<HTMLDivElement>(null)

  const summed = isFailure(refusal) && Object.keys(refusal.fields).length > 0
  useEffect(() => {
    if (refusal === null || summed) return
    // The button stands below a long form, the answer above it.
    refused.current?.scrollIntoView({ block: 'center' })
    refused.current?.focus({ preventScroll: true })
  }, [refusal, summed])

  useEffect(() => {
    if (step === 'check') checkTitle.current?.focus()
    if (step === 'check') window.scrollTo({ top: 0 })
  }, [step])

  function back(): void {
    setStep('fill')
    requestAnimationFrame(() => top.current?.scrollIntoView())
  }

  function goOn(): void {
    setRefusal(null)
    const faults = store.check()
    setAttempt((before) => before + 1)
    void keeper.flush()
    if (Object.keys(faults).length === 0) setStep('check')
  }

  async function handIn(): Promise<void> {
    setSending(true)
    setRefusal(null)
    const body = { data: { ...store.data() }, form_version: schema.version }
    try {
      const answer = await handInForm({ competition, form: stage.code, key: keyOf(body) }, body)
      await keeper.finish()
      onHandedIn(answer)
    } catch (error) {
      if (isFailure(error, 'form_version_outdated')) {
        await keeper.flush()
        onOutdated(error.fields)
        return
      }
      setRefusal(error)
      if (isFailure(error) && Object.keys(error.fields).length > 0) {
        store.putFaults(error.fields)
        setAttempt((before) => before + 1)
        setStep('fill')
      }
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <DraftConflict
        conflict={state.conflict}
        inWords={(data) => humanReadable(schema, data, form.dictionaries)}
        onChoose={keeper.choose}
      />
      {isChanged && refusal === null && step === 'fill' && (
        <div className={styles.refusal}>
          <Notice tone="warning" role="alert" title="Анкета обновилась, пока вы её заполняли">
            Ваши ответы на месте. Проверьте отмеченные поля и сдайте анкету ещё раз.
          </Notice>
        </div>
      )}
      {refusal !== null && (
        <div ref={refused} className={styles.refusal} tabIndex={-1}>
          <Notice tone="danger" role="alert" title={failureText(refusal)}>
            {isFailure(refusal, 'stage_closed') && 'Сдать анкету уже нельзя. Написанное сохранено в черновике.'}
          </Notice>
        </div>
      )}
      {step === 'check' ? (
        <section className={styles.check}>
          <Heading level={2} ref={checkTitle} tabIndex={-1}>
            Проверьте ответы перед сдачей
          </Heading>
          <p>После сдачи изменить ответы можно, только если эксперт вернёт анкету на доработку.</p>
          <AnswerInWords lines={humanReadable(schema, store.data(), form.dictionaries)} />
          <div className={styles.actions}>
            <Button pending={sending} pendingText="Сдаём анкету…" onClick={() => void handIn()}>
              Сдать анкету
            </Button>
            <Button kind="secondary" disabled={sending} onClick={back}>
              Вернуться к правке
            </Button>
          </div>
        </section>
      ) : (
        <div ref={top} className={styles.layout}>
          <FormContents store={store}>
            <DraftStatus state={state} />
          </FormContents>
          <form
            className={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              goOn()
            }}
          >
            {form.remarks.length === 0 && stage.decision?.outcome === 'returned' && (
              <Decision decision={stage.decision} />
            )}
            <Remarks remarks={form.remarks} labelOf={(field) => labelAt(schema, field)} />
            <Faults store={store} attempt={attempt} />
            <FormSections store={store} />
            <div className={styles.actions}>
              <Button type="submit">Проверить и сдать</Button>
              <DraftStatus state={state} />
            </div>
          </form>
        </div>
      )}
    </>
  )
}

function Faults({ store, attempt }: { store: FormStore; attempt: number }) {
  const faults = useFormValue(store, () =>
    Object.entries(store.faults()).map(([name, { message }]) => ({
      name,
      label: labelAt(store.schema, name),
      message,
    })),
  )
  // Faults of single fields stand beside them; the summary is for an attempt to hand in.
  return attempt > 0 ? <ErrorSummary faults={faults} attempt={attempt} /> : null
}
