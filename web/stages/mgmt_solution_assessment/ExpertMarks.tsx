import styles from '#web/assessment/Check.module.css'
import { pointsInWords } from '#web/judging/points-in-words.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { type PeerTask, useNext } from './queries.ts'

interface ExpertMarksProps {
  stageId: number
  task: PeerTask
  expert: NonNullable<PeerTask['expert']>
  onTask: (taskId: number | null) => void
}

/** One's own marks of a work of the training beside those of the experts, and why they gave them. */
export function ExpertMarks({ stageId, task, expert, onTask }: ExpertMarksProps) {
  const next = useNext(stageId, onTask)
  const { criteria } = task.rubric
  const said = (mark: number | undefined) => (mark === undefined ? 'без оценки' : String(mark))
  return (
    <section className={styles.panel} aria-labelledby="expert-marks">
      <Heading level={2} size={3} id="expert-marks">
        Как оценили эксперты
      </Heading>
      <DefinitionList
        items={[
          ...criteria.map(({ code, title }) => ({
            term: title,
            value: `${said(expert.marks[code])}, вы — ${said(task.typed.marks[code])}`,
          })),
          { term: 'Итог экспертов', value: pointsInWords(expert.total) },
          { term: 'Ваш итог', value: pointsInWords(task.typed.total ?? 0) },
        ]}
      />
      <p>{expert.comment}</p>
      {next.error && <Notice tone="danger" role="alert" title={failureText(next.error)} />}
      <div className={styles.actions}>
        <Button pending={next.isPending} pendingText="Открываем работу…" onClick={() => next.mutate()}>
          Дальше
        </Button>
      </div>
    </section>
  )
}
