import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import rows from '#web/platform/ui/LinkedRows.module.css'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from '#web/review/checking/Check.module.css'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { pointsInWords } from './points-in-words.ts'
import { type ListedReading, readingsQuery } from './queries.ts'

const states = {
  new: { look: 'neutral', words: 'Не оценена' },
  begun: { look: 'waiting', words: 'Начата' },
  changed: { look: 'trouble', words: 'Новая версия' },
  done: { look: 'done', words: 'Оценена' },
  stopped: { look: 'shut', words: 'Остановлена' },
  abstained: { look: 'shut', words: 'Вы отказались' },
} as const satisfies Record<ListedReading['state'], { look: string; words: string }>

/** The works that a judge has at one stage. */
export function ReadingsPage() {
  const stageId = Number(useParams({ from: '/desk/judging/$stage' }).stage)
  const query = useQuery(readingsQuery(stageId))
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Загружаем работы" failed="Работы не загрузились" lines={8}>
        {({ title, state, until, readings, after_training: later, after_batch: batched }) => {
          const left = readings.filter((reading) => reading.left)
          const next = left.find((reading) => reading.state === 'begun') ?? left[0]
          return (
            <>
              <header className={styles.head}>
                <p className={styles.way}>
                  <PortalLink alone to="/desk">
                    Рабочий стол
                  </PortalLink>
                </p>
                <PageHeading title={title} />
                <p className={styles.facts}>
                  <Moments text={later > 0 ? trainingWords(left.length, later) : factsOf(state, left.length, until)} />
                  {batched > 0 &&
                    ` Когда эта пачка будет оценена, ${plural(batched, 'откроется', 'откроются', 'откроется')} ещё ${counted(batched, 'работа', 'работы', 'работ')}.`}
                </p>
                {next && (
                  <div className={styles.actions}>
                    <PortalLinkButton to={`/desk/readings/${next.reading_id}`}>Оценивать по очереди</PortalLinkButton>
                  </div>
                )}
              </header>
              <ul className={rows.rows} aria-label="Работы">
                {readings.map((reading) => (
                  <li key={reading.reading_id} className={rows.row}>
                    <PortalLink to={`/desk/readings/${reading.reading_id}`} data-stretch className={rows.name}>
                      <bdi>{reading.name}</bdi>
                    </PortalLink>
                    {reading.training && <span className={rows.facts}>Учебная</span>}
                    {reading.appeal && <span className={rows.facts}>По апелляции</span>}
                    {reading.total !== null && <span className={rows.facts}>{pointsInWords(reading.total)}</span>}
                    <StatusBadge look={states[reading.state].look}>{states[reading.state].words}</StatusBadge>
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </QueryStates>
    </div>
  )
}

function factsOf(state: 'setup' | 'reading' | 'closed', left: number, until: string | null): string {
  if (state === 'closed')
    return left === 0
      ? 'Оценивание завершено: оценки больше не меняются.'
      : `Оценивание завершено. Осталось прочитать по апелляции: ${left}.`
  if (left === 0) return 'Всё оценено. До завершения оценивания оценки можно изменить.'
  const rest = `Осталось ${counted(left, 'работа', 'работы', 'работ')}`
  return until === null ? `${rest}.` : `${rest}, срок — до ${momentInWords(until)}.`
}

const trainingWords = (left: number, later: number): string =>
  `Сначала оцените ${counted(left, 'учебную работу', 'учебные работы', 'учебных работ')}: после каждой увидите, как её оценили эксперты. Потом ${plural(later, 'откроется', 'откроются', 'откроются')} ${counted(later, 'работа', 'работы', 'работ')} участников.`
