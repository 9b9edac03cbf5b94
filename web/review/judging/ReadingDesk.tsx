import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { askedMarks } from '#shared/stages/rubric.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { useDraft } from '#web/forms/drafts/use-draft.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from '#web/review/checking/Check.module.css'
import { WorkAnswer } from '#web/review/checking/WorkAnswer.tsx'
import { Abstention } from './Abstention.tsx'
import { MarksPanel, verdictWords } from './MarksPanel.tsx'
import { OtherMarks } from './OtherMarks.tsx'
import {
  downloadOf,
  judgedQuery,
  playVideoOf,
  type Reading,
  readingDraftOn,
  sendMarks,
  type TypedMarks,
  typedIn,
} from './queries.ts'
import { isRecorded, RecordingDefect } from './RecordingDefect.tsx'
import { useTimeSpent } from './use-time-spent.ts'

interface ReadingDeskProps {
  reading: Reading
  /** What was in the fields before the work or the rubric changed. */
  carried: TypedMarks | null
  /** The work or the rubric has changed. Passes what is in the fields. */
  onChanged: (typed: TypedMarks) => void
}

/** The work beside the marks. What is typed is kept like a draft. */
export function ReadingDesk({ reading, carried, onChanged }: ReadingDeskProps) {
  const [typed, setTyped] = useState<TypedMarks | null>(null)
  const [asking, setAsking] = useState<'plain' | 'conflict' | null>(null)
  const spent = useTimeSpent()
  const draft = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `reading/${reading.reading_id}/${reading.hand_in}`),
    server: readingDraftOn(reading, spent),
    onReplace: (data) => setTyped(typedIn(data)),
  })
  const opened = typed ?? (draft.opened && typedIn(draft.opened))
  const { keeper } = draft
  const isOpen = draft.opened !== null
  const { criteria } = reading.rubric
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the draft is there
  useEffect(() => {
    if (!isOpen || carried === null) return
    const kept = { ...carried, marks: askedMarks(criteria, carried.marks) }
    setTyped(kept)
    keeper.change({ ...kept })
  }, [isOpen])
  const sending = useMarks(reading, draft.keeper, { spent, onChanged })
  if (!opened) return <Skeleton lines={10} label="Открываем оценки" />
  const { training } = reading
  const change = (part: Partial<TypedMarks>) => {
    const next = { ...opened, ...part }
    setTyped(next)
    draft.keeper.change({ ...next })
  }
  return (
    <div className={styles.columns}>
      <DraftConflict
        conflict={draft.state.conflict}
        inWords={(data) => marksInWords(typedIn(data), reading)}
        onChoose={draft.keeper.choose}
      />
      <WorkAnswer
        lines={reading.lines}
        onFile={downloadOf(reading.reading_id)}
        onVideo={playVideoOf(reading.reading_id)}
        below={(line) => isRecorded(line) && <RecordingDefect readingId={reading.reading_id} line={line} />}
      />
      <div className={styles.side}>
        {reading.appeal !== null && <Notice title="Автор не согласен с оценками участников">{reading.appeal}</Notice>}
        <MarksPanel
          criteria={reading.rubric.criteria}
          typed={opened}
          asksVerdict={reading.asks_verdict}
          button={
            training ? 'Сравнить с экспертами' : reading.typed.done_at === null ? 'Сдать и дальше' : 'Изменить оценки'
          }
          about={
            training
              ? 'Учебную работу оценивают один раз. Потом вы увидите, как её оценили эксперты.'
              : 'Цифра — оценка, Tab — следующий критерий, Ctrl + Enter — сдать и открыть следующую работу, К на оценке — конфликт интересов. Пока оценивание идёт, оценки можно изменить.'
          }
          sending={sending}
          onConflict={() => setAsking('conflict')}
          onSend={() => sending.mutate(opened)}
          onChange={change}
        >
          <DraftStatus state={draft.state} />
        </MarksPanel>
        <Abstention reading={reading} asking={asking} onAsk={setAsking} />
        <OtherMarks reading={reading} />
      </div>
    </div>
  )
}

interface Around {
  spent: () => number
  onChanged: (typed: TypedMarks) => void
}

/** Hands the marks in and opens the next work, or the list when there is none. */
function useMarks(reading: Reading, keeper: { finish(): Promise<void> }, { spent, onChanged }: Around) {
  const router = useRouter()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (typed: TypedMarks) => {
      const answer = await sendMarks(reading, typed, spent())
      await keeper.finish()
      return answer
    },
    onSuccess: ({ next }, typed) => {
      void queries.invalidateQueries({ queryKey: judgedQuery.queryKey })
      if (reading.training) return onChanged(typed)
      const to = next === null ? `/desk/judging/${reading.stage_id}` : `/desk/readings/${next}`
      void router.navigate({ to: to as never })
    },
    onError: (error: { code?: string }, typed) => {
      const outdated = [
        'background_needed',
        'work_changed',
        'work_decided',
        'work_stopped',
        'rubric_changed',
        'judging_closed',
        'training_first',
        'batch_first',
        'training_marked',
      ]
      if (outdated.includes(error.code ?? '')) onChanged(typed)
    },
  })
}

/** What a judge has typed, in words. */
export function marksInWords({ marks, comment, note, verdict }: TypedMarks, { rubric }: Reading): ReadableLine[] {
  const section = 'Оценки'
  return [
    ...rubric.criteria.map(({ code, title }) => ({ section, label: title, value: String(marks[code] ?? '') })),
    { section, label: 'Проходит ли работа', value: verdict === null ? '' : verdictWords[verdict] },
    { section, label: 'Участник прочитает', value: comment },
    { section, label: 'Для организаторов', value: note },
  ].filter(({ value }) => value !== '')
}
