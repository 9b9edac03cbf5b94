import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnswerData, FormSchema } from '#shared/forms/field.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { FormSections } from '#web/platform/forms/FormSections.tsx'
import { createFormStore } from '#web/platform/forms/form-store.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { SaveState } from '#web/platform/ui/SaveState.tsx'
import { CheckerList } from './CheckerList.tsx'
import styles from './ReviewPanel.module.css'
import { type Review, reviewQuery, saveReview } from './review-queries.ts'

/** How a stage is checked and by whom, below its settings. Nothing for stages that nobody checks. */
export function ReviewPanel({ competition, code }: { competition: string; code: string }) {
  const { data } = useQuery(reviewQuery(competition, code))
  if (!data) return null
  return (
    <section className={styles.panel} aria-labelledby="review-title">
      <div className={styles.head}>
        <Heading level={2} size={3} id="review-title">
          Проверка работ
        </Heading>
        <p className={styles.quiet}>
          Сдано: {data.works}, ждут решения: {data.waits}.{' '}
          {data.works > 0 && <PortalLink to={`/desk/stages/${data.stage_id}`}>Открыть работы</PortalLink>}
        </p>
      </div>
      <CheckerList competition={competition} code={code} review={data} />
      <ReviewForm competition={competition} code={code} review={data} />
    </section>
  )
}

function ReviewForm({ competition, code, review }: { competition: string; code: string; review: Review }) {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [unsaved, setUnsaved] = useState(false)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const saving = useMutation({
    mutationFn: (answer: AnswerData) => saveReview(competition, code, answer),
    onSuccess: (saved) => {
      queries.setQueryData(reviewQuery(competition, code).queryKey, saved)
      setUnsaved(false)
      setSavedAt(new Date())
    },
    onError: (error) => {
      if (isFailure(error)) store.putFaults(error.fields)
    },
  })
  const [store] = useState(() =>
    createFormStore(review.form as FormSchema, review.answer, { onChange: () => setUnsaved(true) }),
  )
  const save = () => {
    if (saving.isPending) return
    if (Object.keys(store.check()).length > 0)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    else saving.mutate({ ...store.data() })
  }
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <LeaveWarning unsaved={() => unsaved}>Правки проверки не сохранены.</LeaveWarning>
      <FormSections store={store} />
      {saving.error && !(isFailure(saving.error) && Object.keys(saving.error.fields).length > 0) && (
        <Notice tone="danger" role="alert" title={failureText(saving.error)} />
      )}
      <div className={styles.row}>
        <Button type="submit" kind="secondary" pending={saving.isPending} pendingText="Сохраняем…">
          Применить
        </Button>
        {unsaved ? (
          <p className={styles.quiet}>Есть несохранённые правки</p>
        ) : (
          <SaveState state={savedAt ? 'saved' : 'idle'} savedAt={savedAt} />
        )}
      </div>
    </form>
  )
}
