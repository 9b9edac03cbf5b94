import { outOf } from '#shared/platform/text/unbroken.ts'
import { plural } from '#shared/platform/time/plural.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { OwnResult } from './OwnResult.tsx'
import styles from './Peer.module.css'
import { type PeerPage, useNext } from './queries.ts'
import { TaskList } from './TaskList.tsx'

interface PeerOverviewProps {
  stage: StageDetails
  peer: PeerPage
  onTask: (taskId: number | null) => void
}

/** The person's progress, what it means for their own work, and the works to assess. */
export function PeerOverview({ stage, peer, onTask }: PeerOverviewProps) {
  const { given, done, extra, pool, final, short, ranking, ranked, tasks, result } = peer
  const next = useNext(stage.stage_id, onTask)
  const open = tasks.find(({ state }) => state === 'open')
  const workable = stage.status === 'available' || stage.status === 'in_progress'
  const may = (workable && !final) || extra > 0
  const gathers = pool.works < pool.needed
  return (
    <div className={styles.page}>
      {result && <OwnResult result={result} />}
      <section className={styles.progress} aria-labelledby="peer-progress">
        <Heading level={2} size={3} id="peer-progress">
          {final ? 'Вы оценили все работы' : `Оценено ${outOf(done, given)}`}
        </Heading>
        <ProgressBar label="Оценено работ" hideLabel value={Math.min(done, given)} max={given} />
        {!may && !final && <p>{stage.reason}</p>}
        {gathers && !final && (
          <p>Сейчас собрано {outOf(pool.works, pool.needed)}. Новые работы добавляются каждый час.</p>
        )}
        {ranking && (
          <Notice
            tone={ranked ? 'info' : 'warning'}
            title={ranked ? 'Ваша работа в рейтинге' : 'Ваша работа пока не в рейтинге'}
          >
            {ranking}
          </Notice>
        )}
        {extra > 0 && (
          <p>
            Вас просят помочь и оценить ещё {extra} {plural(extra, 'работу', 'работы', 'работ')}. На вашу работу это не
            влияет.
          </p>
        )}
        {may && short && <p>Свободных работ для вас сейчас нет. Когда появятся, мы напишем.</p>}
        {next.error && <Notice tone="danger" role="alert" title={failureText(next.error)} />}
        {may && (
          <Button pending={next.isPending} pendingText="Открываем работу…" onClick={() => next.mutate()}>
            {open
              ? 'Продолжить оценивать'
              : short
                ? 'Проверить ещё раз'
                : tasks.length === 0
                  ? 'Начать'
                  : 'Взять следующую'}
          </Button>
        )}
      </section>
      {tasks.length > 0 && <TaskList tasks={tasks} final={final} onTask={onTask} />}
      {may && tasks.length === 0 && (
        <section className={styles.about} aria-labelledby="peer-about">
          <Heading level={2} size={3} id="peer-about">
            Как это устроено
          </Heading>
          <ul className={styles.points}>
            <li>Сначала — учебные работы: вы ставите оценки и сразу видите, что поставили эксперты.</li>
            <li>Потом — работы других участников, по одной. Вы не видите, кто автор, а он — кто его оценил.</li>
            <li>Свои работы, работы вашей команды и вашего работодателя вам не попадутся.</li>
            <li>Оценки можно менять, пока вы не оценили последнюю работу.</li>
          </ul>
        </section>
      )}
    </div>
  )
}
