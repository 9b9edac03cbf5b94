import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { maxWords } from '#shared/kinds/teams_evaluation/limits.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { useDraft } from '#web/forms/drafts/use-draft.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import check from '#web/review/checking/Check.module.css'
import { GridFields } from './GridFields.tsx'
import { missingIn, rowsOf } from './grid.ts'
import styles from './Observations.module.css'
import { gridDraftOn, type Observation, observationsQuery, sendGrid, type TypedGrid, typedIn } from './queries.ts'

/** The observer's own marks. What is typed is kept like a draft. */
export function ObserverGrid({ observation, onChanged }: { observation: Observation; onChanged: () => void }) {
  const { observation_id: id } = observation
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<TypedGrid | null>(null)
  const [asked, setAsked] = useState(false)
  const draft = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `observation/${id}`),
    server: gridDraftOn(observation),
    onReplace: (data) => setTyped(typedIn(data)),
  })
  const sending = useMutation({
    mutationFn: async (now: TypedGrid) => {
      await draft.keeper.flush()
      await sendGrid(id, now)
      await draft.keeper.finish()
    },
    onSuccess: () => {
      showBanner('Оценки сданы', 'success')
      void queries.invalidateQueries({ queryKey: observationsQuery.queryKey, exact: true })
      onChanged()
    },
    onError: (error: { code?: string }) => {
      if (['team_marks_final', 'observation_done', 'observation_not_found'].includes(error.code ?? '')) onChanged()
    },
  })
  const opened = typed ?? (draft.opened && typedIn(draft.opened))
  if (!opened) return <Skeleton lines={10} height="6rem" label="Открываем оценки" />
  const change = (part: Partial<TypedGrid>) => {
    const next = { ...opened, ...part }
    setTyped(next)
    draft.keeper.change({ ...next })
  }
  const missing = missingIn(observation, opened.marks)
  const send = () => {
    setAsked(true)
    if (sending.isPending) return
    if (missing.length === 0 && [...opened.words].length <= maxWords) sending.mutate(opened)
    else
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('fieldset:has([id$="-error"]) input')?.focus(),
      )
  }
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <DraftConflict
        conflict={draft.state.conflict}
        inWords={(data) => gridInWords(typedIn(data), observation)}
        onChoose={draft.keeper.choose}
      />
      <GridFields
        id="grid"
        observation={observation}
        marks={opened.marks}
        missing={new Set(asked ? missing : [])}
        onMark={(name, mark) => change({ marks: { ...opened.marks, [name]: mark } })}
      />
      <TextArea
        label="Заметки"
        name="observer-words"
        hint="Прочитают другие наблюдатели этой команды, когда сдадут свои оценки."
        rows={4}
        required={false}
        limit={maxWords}
        value={opened.words}
        onChange={(words) => change({ words })}
      />
      <FailureNotice error={sending.error} />
      <div className={check.actions}>
        <Button type="submit" pending={sending.isPending} pendingText="Сохраняем оценки…">
          Сдать оценки
        </Button>
        <DraftStatus state={draft.state} />
      </div>
      <p className={check.quiet}>Сданные оценки не меняются. Другие наблюдатели увидят их, когда сдадут свои.</p>
    </form>
  )
}

const gridInWords = (typed: TypedGrid, observation: Observation) =>
  [
    ...rowsOf(observation).flatMap(({ who, name }) =>
      observation.competencies.map(({ code, title }) => ({
        ...{ section: name, label: title, value: String(typed.marks[`${who}_${code}`] ?? '') },
      })),
    ),
    { section: 'Команда в целом', label: 'Заметки', value: typed.words },
  ].filter(({ value }) => value !== '')
