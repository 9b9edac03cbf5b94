import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldFaults } from '#shared/api/refusals.ts'
import { humanReadable } from '#shared/forms/answer.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { AnswerInWords } from '#web/stages/AnswerInWords.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { Receipt } from '#web/stages/Receipt.tsx'
import { StageHead } from '#web/stages/StageHead.tsx'
import { Decision } from '#web/stages/StageOutcome.tsx'
import { afterHandIn, useStage } from '#web/stages/use-stage.ts'
import { FormEditor } from './FormEditor.tsx'
import styles from './FormScreen.module.css'
import { type FormPage, formQuery, type HandedIn, leftDraftQuery } from './queries.ts'

interface FormScreenProps {
  competition: string
  track: string
  stageId: number
}

/** A form to fill in and hand in; afterwards what was handed in, and how it stands. */
export default function FormScreen({ competition, track, stageId }: FormScreenProps) {
  const stage = useStage(stageId)
  const code = stage.data?.code
  const form = useQuery({ ...formQuery(competition, code ?? ''), enabled: code !== undefined })
  const failed = stage.error ?? form.error
  const again = () => void (stage.error ? stage.refetch() : form.refetch())

  if (stage.data && form.data) {
    return <FormPlace competition={competition} track={track} stage={stage.data} form={form.data} />
  }
  return (
    <>
      {stage.data && <StageHead stage={stage.data} />}
      {failed ? (
        <EmptyState kind="failed" title="Анкета не загрузилась" action={<Button onClick={again}>Повторить</Button>}>
          {failureText(failed)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} height="3rem" label="Загружаем анкету…" />
      )}
    </>
  )
}

interface FormPlaceProps {
  competition: string
  track: string
  stage: StageDetails
  form: FormPage
}

function FormPlace({ competition, track, stage, form }: FormPlaceProps) {
  const queries = useQueryClient()
  const [done, setDone] = useState<HandedIn | null>(null)
  const [changed, setChanged] = useState<FieldFaults>({})
  const shown = afterHandIn(stage, done)

  async function handedIn(answer: HandedIn) {
    setDone(answer)
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['stages'] }),
      queries.invalidateQueries({ queryKey: ['tracks'] }),
      queries.invalidateQueries({ queryKey: ['stage'] }),
      queries.invalidateQueries({ queryKey: formQuery(competition, stage.code).queryKey }),
    ])
  }

  async function outdated(fields: FieldFaults) {
    // A question that is gone has no place to stand beside.
    setChanged(Object.fromEntries(Object.entries(fields).filter(([, { rule }]) => rule !== 'removed')))
    await queries.invalidateQueries({ queryKey: formQuery(competition, stage.code).queryKey })
  }

  return (
    <>
      <StageHead stage={shown} />
      {done ? (
        <Receipt
          competition={competition}
          track={track}
          stageId={stage.stage_id}
          receipt={done.receipt}
          next={shown.next}
          title="Анкета принята"
          fresh
        />
      ) : form.read_only ? (
        <ReadOnly competition={competition} track={track} stage={stage} form={form} />
      ) : form.form.sections.length === 0 ? (
        <EmptyState title="Анкета ещё готовится">Организаторы скоро опубликуют вопросы. Загляните позже.</EmptyState>
      ) : (
        <FormEditor
          key={form.form.version}
          competition={competition}
          stage={stage}
          form={form}
          changed={changed}
          onHandedIn={(answer) => void handedIn(answer)}
          onOutdated={(fields) => void outdated(fields)}
        />
      )}
    </>
  )
}

/** The stage takes nothing now: what was handed in is read, not changed; a draft that was not is shown as such. */
function ReadOnly({ competition, track, stage, form }: FormPlaceProps) {
  if (!form.handed_in) {
    return (
      <div className={styles.readOnly}>
        {stage.status === 'success' ? (
          <EmptyState title="Анкета не понадобилась">Этап засчитан без неё, сдавать ничего не нужно.</EmptyState>
        ) : (
          <EmptyState title="Анкета не сдана">{stage.reason || 'Сейчас этот этап закрыт.'}</EmptyState>
        )}
        <LeftDraft competition={competition} form={form} code={stage.code} />
      </div>
    )
  }
  return (
    <div className={styles.readOnly}>
      <Decision decision={stage.decision} />
      {stage.receipt && (
        <Receipt
          competition={competition}
          track={track}
          stageId={stage.stage_id}
          receipt={stage.receipt}
          next={stage.next}
          title={stage.status === 'timeover' ? 'Редакция, сданная раньше' : 'Анкета сдана'}
        />
      )}
      <section>
        <Heading level={2}>Ваши ответы</Heading>
        <AnswerInWords lines={form.handed_in.human_readable} />
      </section>
    </div>
  )
}

/** What was written and not handed in. */
function LeftDraft({ competition, form, code }: { competition: string; form: FormPage; code: string }) {
  const { data } = useQuery(leftDraftQuery(competition, code))
  const lines = data ? humanReadable(form.form, data.draft, form.dictionaries) : []
  if (lines.length === 0) return null
  return (
    <section>
      <Heading level={2}>Черновик, который не был сдан</Heading>
      <AnswerInWords lines={lines} />
    </section>
  )
}
