import Check from 'lucide-react/icons/check'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { pointsInWords } from '#web/review/judging/points-in-words.ts'
import styles from './Peer.module.css'
import type { PeerPage } from './queries.ts'

interface TaskListProps {
  tasks: PeerPage['tasks']
  /** The marks no longer change. */
  final: boolean
  onTask: (taskId: number) => void
}

export const taskTitle = ({ training, place }: { training: boolean; place: number }) =>
  training ? `Учебная работа ${place}` : `Работа ${place}`

/** The works that the person has marked or begun. */
export function TaskList({ tasks, final, onTask }: TaskListProps) {
  return (
    <section className={styles.progress} aria-labelledby="peer-tasks">
      <Heading level={2} size={3} id="peer-tasks">
        Ваши оценки
      </Heading>
      <ol className={styles.tasks}>
        {tasks.map((task) => {
          const { task_id, state, total, training } = task
          const act = state === 'open' ? 'Оценить' : final || training ? 'Посмотреть' : 'Изменить'
          return (
            <li key={task_id} className={styles.task}>
              <span className={styles.mark} data-done={state === 'done' || undefined} aria-hidden="true">
                {state === 'done' ? <Check /> : task.place}
              </span>
              <span className={styles.name}>
                <strong>{taskTitle(task)}</strong>
                <span className={styles.quiet}>{total === null ? 'не оценена' : pointsInWords(total)}</span>
              </span>
              <Button kind="quiet" size="s" aria-label={`${act}: ${taskTitle(task)}`} onClick={() => onTask(task_id)}>
                {act}
              </Button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
