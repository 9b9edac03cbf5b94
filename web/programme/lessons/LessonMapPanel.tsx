import { useMutation, useQuery } from '@tanstack/react-query'
import { parseDate, showCalendarDate } from '#shared/platform/time/moscow.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import lesson from './Lesson.module.css'
import styles from './LessonMap.module.css'
import { LessonMap, LessonTable } from './LessonMap.tsx'
import { downloadCertificates, type LessonMapData, lessonMapQuery } from './queries.ts'

/** The map of lessons with the totals for the press, and lessons that may be one and the same. */
export function LessonMapPanel({ of }: { of: StagePanelProps }) {
  const query = useQuery(lessonMapQuery(of))
  const loading = useMutation({
    mutationFn: () => downloadCertificates(of),
    onError: (error) => showBanner(failureText(error)),
  })
  return (
    <Panel
      id="lessons"
      title="Карта уроков"
      says={query.data ? `Уроков прошло: ${query.data.totals.lessons}, регионов: ${query.data.totals.regions}` : ''}
      waits={query.data?.doubles.length ?? 0}
      read
      actions={
        (query.data?.totals.people ?? 0) > 0 && (
          <Button kind="quiet" size="s" pending={loading.isPending} onClick={() => loading.mutate()}>
            Скачать благодарности
          </Button>
        )
      }
    >
      <QueryStates of={[query]} loading="Загружаем карту…" failed="Карта не загрузилась" lines={6} level={3}>
        {({ totals, districts, elsewhere, doubles }) => (
          <div className={lesson.form}>
            <Totals totals={totals} />
            {doubles.length > 0 && <Doubles doubles={doubles} />}
            {totals.lessons + totals.planned === 0 ? (
              <p className={lesson.quiet}>Уроков пока нет: они появятся, когда координаторы одобрят первые планы.</p>
            ) : (
              <>
                <LessonMap districts={districts} />
                <p className={lesson.quiet}>Квадрат — регион. Закрашен, если в нём прошёл хотя бы один урок.</p>
                <LessonTable districts={districts} elsewhere={elsewhere} />
              </>
            )}
          </div>
        )}
      </QueryStates>
    </Panel>
  )
}

function Totals({ totals }: Pick<LessonMapData, 'totals'>) {
  const all = [
    ['Уроков прошло', totals.lessons],
    ['Слушателей', totals.listeners],
    ['Регионов', totals.regions],
    ['Участников провели', totals.people],
    ['Уроков в планах', totals.planned],
  ] as const
  return (
    <dl className={styles.totals}>
      {all.map(([words, count]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>{count.toLocaleString('ru')}</dd>
        </div>
      ))}
    </dl>
  )
}

function Doubles({ doubles }: Pick<LessonMapData, 'doubles'>) {
  return (
    <Notice tone="warning" title="Похоже на один урок у нескольких участников">
      <p>Та же школа и тот же день, но участники не подтвердили друг друга.</p>
      <ul className={lesson.list}>
        {doubles.map(({ school, day, region, people }) => {
          const date = parseDate(day)
          return (
            <li key={`${school} ${day} ${people[0]?.test_id}`}>
              {school}
              {region && `, ${region}`}, {date ? showCalendarDate(date) : day}:{' '}
              {people.map(({ test_id, name }) => `${name} (${test_id})`).join(', ')}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
