import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#web/platform/api/portal-api.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useCompetition } from '#web/seasons/competitions/queries.ts'
import styles from './AnnotationsPage.module.css'

const annotationsQuery = (competition: string) =>
  queryOptions({
    queryKey: ['annotations', competition],
    queryFn: () => api('GET /competitions/:competition/annotations', { params: { competition } }),
    staleTime: 0,
  })

/** Annotations whose authors have allowed publication. Open to everybody. */
export function AnnotationsPage() {
  const competition = useCompetition()
  const code = competition?.code ?? ''
  const query = useQuery({ ...annotationsQuery(code), enabled: code !== '' })
  return (
    <div className={styles.page}>
      <PageHeading title="Предложения участников" />
      <QueryStates of={[query]} loading="Загружаем предложения…" failed="Предложения не загрузились" lines={8}>
        {({ annotations }) =>
          annotations.length === 0 ? (
            <EmptyState title="Пока ничего не опубликовано">
              Здесь появятся аннотации предложений, авторы которых на это согласились.
            </EmptyState>
          ) : (
            <ul className={styles.list}>
              {annotations.map(({ work_id, topic, stage, text }) => (
                <li key={work_id} className={styles.annotation}>
                  <p className={styles.quiet}>
                    <Facts of={[topic, stage]} />
                  </p>
                  <p className={styles.text}>{text}</p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
    </div>
  )
}
