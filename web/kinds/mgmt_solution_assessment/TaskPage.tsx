import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from '#web/review/checking/Check.module.css'
import { WorkAnswer } from '#web/review/checking/WorkAnswer.tsx'
import { AgreedMarks } from '#web/review/judging/AgreedMarks.tsx'
import { pointsInWords } from '#web/review/judging/points-in-words.ts'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { downloadOf, type PeerPage, type PeerTask, taskQuery, useNext } from './queries.ts'
import { TaskDesk } from './TaskDesk.tsx'
import { taskTitle } from './TaskList.tsx'

interface TaskPageProps {
  stageId: number
  taskId: number
  peer: PeerPage
  onTask: (taskId: number | null) => void
}

/** One work beside the rubric, or the reason why the person can no longer assess it. */
export function TaskPage({ stageId, taskId, peer, onTask }: TaskPageProps) {
  const query = useQuery(taskQuery(stageId, taskId))
  const gone = isFailure(query.error, 'task_not_found') || isFailure(query.error, 'work_stopped')
  if (gone)
    return (
      <EmptyState title="Этой работы у вас больше нет" action={<Button onClick={() => onTask(null)}>К работам</Button>}>
        {failureText(query.error)}
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Открываем работу" failed="Работа не открылась" lines={10}>
        {(task) => (
          <>
            <TaskHead task={task} peer={peer} onBack={() => onTask(null)} />
            {task.open ? (
              <TaskDesk
                key={task.rubric.version}
                stageId={stageId}
                task={task}
                onTask={onTask}
                onChanged={() => void query.refetch()}
              />
            ) : (
              <MarkedTask stageId={stageId} task={task} onTask={onTask} />
            )}
          </>
        )}
      </QueryStates>
    </div>
  )
}

function TaskHead({ task, peer, onBack }: { task: PeerTask; peer: PeerPage; onBack: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const facts = [
    'автор скрыт',
    !task.training && `оценено ${outOf(peer.done, peer.given)}`,
    task.until !== null && `оценить до ${momentInWords(task.until)}`,
  ]
  return (
    <header className={styles.head}>
      <p className={styles.way}>
        <Button kind="quiet" flush onClick={onBack}>
          Все мои работы
        </Button>
      </p>
      <Heading level={1} ref={title} tabIndex={-1}>
        {taskTitle(task)}
      </Heading>
      <p className={styles.facts}>
        <Facts of={facts} />
      </p>
    </header>
  )
}

/** A work whose marks no longer change; a training work also has the marks of the experts. */
function MarkedTask({ stageId, task, onTask }: Pick<TaskPageProps, 'stageId' | 'onTask'> & { task: PeerTask }) {
  return (
    <div className={styles.columns}>
      <WorkAnswer lines={task.lines} onFile={downloadOf(stageId, task.task_id)} />
      <div className={styles.side}>
        {task.expert ? (
          <AgreedMarks criteria={task.rubric.criteria} own={task.typed} agreed={task.expert}>
            <NextTask stageId={stageId} onTask={onTask} />
          </AgreedMarks>
        ) : (
          <EmptyState title="Оценки больше не меняются">
            {task.typed.total === null
              ? 'Оценить эту работу уже нельзя.'
              : `Ваша оценка — ${pointsInWords(task.typed.total)}.`}
          </EmptyState>
        )}
      </div>
    </div>
  )
}

function NextTask({ stageId, onTask }: Pick<TaskPageProps, 'stageId' | 'onTask'>) {
  const next = useNext(stageId, onTask)
  return (
    <>
      <FailureNotice error={next.error} />
      <div className={styles.actions}>
        <Button pending={next.isPending} pendingText="Открываем работу…" onClick={() => next.mutate()}>
          Дальше
        </Button>
      </div>
    </>
  )
}
