import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { DraftConflict } from '#web/forms/drafts/DraftConflict.tsx'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { useDraft } from '#web/forms/drafts/use-draft.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from '#web/review/checking/Check.module.css'
import { WorkAnswer } from '#web/review/checking/WorkAnswer.tsx'
import { MarksPanel } from '#web/review/judging/MarksPanel.tsx'
import { useTimeSpent } from '#web/review/judging/use-time-spent.ts'
import { renewStage } from '#web/stages/use-hand-in.ts'
import { downloadOf, type PeerTask, sendTask, type TypedTask, taskDraftOn, typedIn, useNext } from './queries.ts'
import { ReportDialog } from './ReportDialog.tsx'

interface TaskDeskProps {
  stageId: number
  task: PeerTask
  onTask: (taskId: number | null) => void
  /** The work, the rubric or what may be done with the work has changed. */
  onChanged: () => void
}

/** The work beside the marks. What is typed is kept like a draft. */
export function TaskDesk({ stageId, task, onTask, onChanged }: TaskDeskProps) {
  const [typed, setTyped] = useState<TypedTask | null>(null)
  const spent = useTimeSpent()
  const draft = useDraft({
    key: draftKey(session.claims()?.test_id ?? 0, `peer/${stageId}/${task.task_id}`),
    server: taskDraftOn(stageId, task, spent),
    onReplace: (data) => setTyped(typedIn(data)),
  })
  const sending = useMarks({ stageId, task, onTask, onChanged }, draft.keeper, spent)
  const opened = typed ?? (draft.opened && typedIn(draft.opened))
  if (!opened) return <Skeleton lines={10} label="Открываем оценки" />
  const change = (part: Partial<TypedTask>) => {
    const next = { ...opened, ...part }
    setTyped(next)
    draft.keeper.change({ ...next })
  }
  const changes = task.typed.done_at !== null
  return (
    <div className={styles.columns}>
      <DraftConflict
        conflict={draft.state.conflict}
        inWords={(data) => marksInWords(typedIn(data), task)}
        onChoose={draft.keeper.choose}
      />
      <WorkAnswer lines={task.lines} onFile={downloadOf(stageId, task.task_id)} />
      <div className={styles.side}>
        <MarksPanel
          criteria={task.rubric.criteria}
          typed={opened}
          minComment={task.min_comment}
          button={changes ? 'Изменить оценки' : task.training ? 'Сравнить с экспертами' : 'Сдать и дальше'}
          about={
            task.training
              ? 'Учебную работу оценивают один раз.'
              : task.last
                ? 'Это последняя работа: после неё оценки изменить нельзя.'
                : 'Оценки можно изменить, пока вы не оценили последнюю работу.'
          }
          sending={sending}
          onSend={() => sending.mutate(opened)}
          onChange={change}
        >
          <DraftStatus state={draft.state} />
        </MarksPanel>
        {!task.training && (
          <ReportDialog stageId={stageId} taskId={task.task_id} known={!changes} onGone={() => onTask(null)} />
        )}
      </div>
    </div>
  )
}

/** Hands the marks in and opens the next work; after a training work, shows the marks of the experts. */
function useMarks(
  { stageId, task, onTask, onChanged }: TaskDeskProps,
  keeper: { finish(): Promise<void> },
  spent: () => number,
) {
  const queries = useQueryClient()
  const next = useNext(stageId, onTask)
  return useMutation({
    mutationFn: async (typed: TypedTask) => {
      const answer = await sendTask(stageId, task, typed, spent())
      await keeper.finish()
      return answer
    },
    onSuccess: async ({ finished }) => {
      await renewStage(queries, stageId)
      if (task.training) onChanged()
      else if (finished || task.typed.done_at !== null) onTask(null)
      else next.mutate(undefined, { onError: () => onTask(null) })
    },
    onError: (error: { code?: string }) => {
      const outdated = ['task_not_found', 'work_stopped', 'marks_final', 'rubric_changed', 'judging_closed']
      if (outdated.includes(error.code ?? '')) onChanged()
    },
  })
}

function marksInWords({ marks, comment }: TypedTask, { rubric }: PeerTask): ReadableLine[] {
  const section = 'Оценки'
  return [
    ...rubric.criteria.map(({ code, title }) => ({ section, label: title, value: String(marks[code] ?? '') })),
    { section, label: 'Комментарий автору', value: comment },
  ].filter(({ value }) => value !== '')
}
