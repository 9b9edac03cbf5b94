import { useEffect, useRef, useState } from 'react'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { FormSections } from '#web/forms/fields/FormSections.tsx'
import { createFormStore, type FormStore } from '#web/forms/fields/form-store.ts'
import { labelAt } from '#web/forms/fields/section-progress.ts'
import { UploadStage } from '#web/forms/fields/upload-stage.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { useViews } from '#web/forms/fields/use-views.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { useStep } from '#web/platform/navigation/use-step.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Refusal } from './Refusal.tsx'
import { Remarks } from './Remarks.tsx'
import { Decision } from './StageOutcome.tsx'
import { useWorkDraft } from './use-stage-work.ts'
import { WorkCheck } from './WorkCheck.tsx'
import styles from './WorkEditor.module.css'
import { WorkTools } from './WorkTools.tsx'
import type { FillingProps, WorkEditorProps } from './work-screen.ts'

/** Loads the draft, then shows the fields. */
export function WorkEditor<Settings>(props: WorkEditorProps<Settings>) {
  const { competition, stage, look } = props
  const Filled = look.Filling ?? Filling
  const shown = useRef<FormStore>(null)
  const place = { competition, code: stage.code, stageId: stage.stage_id }
  const draft = useWorkDraft(place, (data) => shown.current?.replace(data))
  const ready = useViews(props.page.form)
  const opened = { data: (ready && draft.opened) || undefined, error: draft.error, refetch: draft.openAgain }
  return (
    <QueryStates of={[opened]} loading="Загружаем черновик…" failed="Черновик не загрузился" height="3rem">
      {(data) => (
        <UploadStage value={stage.stage_id}>
          <Filled {...props} draft={draft} opened={data} shown={shown} />
        </UploadStage>
      )}
    </QueryStates>
  )
}

function Filling<Settings>({ look, settings, stage, page, work, draft, opened, shown }: FillingProps<Settings>) {
  const { keeper, state } = draft
  const { handIn, changed } = work
  const { words, Task, Aside, Fields = FormSections, Review } = look
  const schema = page.form
  const [store] = useState(() => {
    // Returned work starts with the hand-in, unless the draft has been changed since.
    const begun = Object.keys(opened).length > 0 ? opened : (page.handed_in?.data ?? {})
    const made = createFormStore(schema, begun, {
      dictionaries: page.dictionaries,
      remarks: page.remarks,
      onChange: keeper.change,
      faults: (data, mode) => look.faults?.(settings, data, mode) ?? {},
    })
    made.putFaults(changed)
    return made
  })
  shown.current = store
  const isChanged = Object.keys(changed).length > 0
  const [wanted, setStep] = useStep()
  const [isChecked, setChecked] = useState(false)
  const step = wanted === 'check' && isChecked ? 'check' : 'fill'
  const [attempt, setAttempt] = useState(isChanged ? 1 : 0)
  const top = useRef<HTMLDivElement>(null)

  // New questions are not a failure: the page shows them in its own way.
  const refusal = isFailure(handIn.error, 'form_version_outdated') ? null : handIn.error
  const summed = isFailure(refusal) && Object.keys(refusal.fields).length > 0

  const shownStep = useRef(wanted)
  useEffect(() => {
    if (wanted === 'check') window.scrollTo({ top: 0 })
    else if (shownStep.current === 'check') {
      // A work that was changed must be checked again.
      setChecked(false)
      top.current?.scrollIntoView()
    }
    shownStep.current = wanted
  }, [wanted])

  const back = () => setStep('', { replace: true })

  function goOn(): void {
    handIn.reset()
    const faults = store.check()
    setAttempt((before) => before + 1)
    void keeper.flush()
    if (Object.keys(faults).length > 0) return
    setChecked(true)
    setStep('check')
  }

  function send(): void {
    const body = { data: { ...store.data() }, form_version: schema.version }
    handIn.mutate({ body, draft: keeper }, { onError: (error) => void refused(error) })
  }

  async function refused(error: unknown): Promise<void> {
    if (!isFailure(error)) return
    if (error.code === 'form_version_outdated') {
      await keeper.flush()
      work.renewQuestions(error.fields)
    } else if (Object.keys(error.fields).length > 0) {
      store.putFaults(error.fields)
      setAttempt((before) => before + 1)
      back()
    }
  }

  const status = <DraftStatus state={state} />
  return (
    <>
      <DraftConflict
        conflict={state.conflict}
        inWords={(data) => humanReadable(schema, data, page.dictionaries)}
        onChoose={keeper.choose}
      />
      {isChanged && refusal === null && step === 'fill' && (
        <div className={styles.changed}>
          <Notice tone="warning" role="alert" title={words.changed}>
            {words.changedAdvice}
          </Notice>
        </div>
      )}
      {refusal !== null && !summed && (
        <Refusal error={refusal}>{isFailure(refusal, 'stage_closed') && words.closed}</Refusal>
      )}
      {step === 'check' ? (
        <WorkCheck
          look={look}
          store={store}
          stageId={stage.stage_id}
          sending={handIn.isPending}
          onSend={send}
          onBack={back}
        />
      ) : (
        <div ref={top} className={styles.page}>
          {Task && <Task settings={settings} />}
          <div className={Aside ? styles.beside : undefined}>
            {Aside && (
              <Aside store={store} settings={settings}>
                {status}
              </Aside>
            )}
            <form
              className={styles.form}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                goOn()
              }}
            >
              {page.remarks.length === 0 && stage.decision?.outcome === 'returned' && (
                <Decision decision={stage.decision} />
              )}
              <Remarks remarks={page.remarks} labelOf={(field) => labelAt(schema, field)} />
              {attempt > 0 && <Faults store={store} attempt={attempt} />}
              <Fields store={store} settings={settings} />
              <div className={styles.actions}>
                <Button type="submit">Проверить и сдать</Button>
                {Review && <WorkTools stageId={stage.stage_id} store={store} keeper={keeper} Review={Review} />}
                {status}
              </div>
            </form>
          </div>
        </div>
      )}
    </>
  )
}

/** Faults of single fields are shown at the fields; the summary is only for attempts to hand in. */
function Faults({ store, attempt }: { store: FormStore; attempt: number }) {
  const faults = useFormValue(store, () =>
    Object.entries(store.faults()).map(([name, { message }]) => ({
      name,
      label: labelAt(store.schema, name),
      message,
    })),
  )
  return <ErrorSummary faults={faults} attempt={attempt} />
}
