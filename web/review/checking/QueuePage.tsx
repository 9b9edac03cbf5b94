import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { worksPage } from '#shared/review/checking/limits.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useList } from '#web/platform/navigation/use-list.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import styles from './Check.module.css'
import { NextWorkButton } from './NextWorkButton.tsx'
import { type ListedState, worksQuery } from './queries.ts'
import { useDesk, useDeskNumber } from './use-desk.ts'
import { WorkRows } from './WorkRows.tsx'

/** All works of a stage: those that wait, and those that are decided. */
export function QueuePage() {
  const stageId = useDeskNumber('stage')
  const desk = useDesk()
  const { asked, ask } = useList<{ state: ListedState; search: string }>('', { state: 'waits', search: '' })
  const head = useQuery(worksQuery(stageId, { state: 'waits', search: '', page: 1 }))
  return (
    <div className={styles.page}>
      <QueryStates of={[head]} loading="Загружаем работы" failed="Работы не загрузились" lines={8}>
        {({ title, left, of }) => (
          <>
            <header className={styles.head}>
              <p className={styles.way}>
                <PortalLink alone to={desk.path}>
                  {desk.title}
                </PortalLink>
              </p>
              <PageHeading title={title} />
              {left > 0 && (
                <div className={styles.actions}>
                  <NextWorkButton stageId={stageId}>Проверять по очереди</NextWorkButton>
                </div>
              )}
            </header>
            <Tabs
              label={of === 'teams' ? 'Команды' : 'Работы'}
              selected={asked.state}
              onChange={(id) => ask({ state: id as ListedState, search: '' })}
              items={(['waits', 'decided'] as const).map((id) => ({
                id,
                title: id === 'waits' ? `Ждут решения: ${left}` : 'Решённые',
                content: <Works stageId={stageId} state={id} of={of} />,
              }))}
            />
          </>
        )}
      </QueryStates>
    </div>
  )
}

function Works({ stageId, state, of }: { stageId: number; state: ListedState; of: 'works' | 'teams' }) {
  const list = useList('', { search: '' })
  const query = useQuery({ ...worksQuery(stageId, { state, ...list.asked }), placeholderData: keepPreviousData })
  return (
    <div className={styles.list}>
      <ListSearch
        list={list}
        label={
          of === 'teams' ? 'Найти команду по названию или участнику' : 'Найти по имени, команде или номеру участника'
        }
        name={`search-${state}`}
      />
      <PagedList
        of={query}
        list={list}
        size={worksPage}
        loading="Загружаем работы"
        failed="Работы не загрузились"
        lines={6}
        empty={<EmptyState title={state === 'waits' ? 'Всё проверено' : 'Решений пока нет'} />}
        nothing={<EmptyState title="Никого не нашлось">Попробуйте часть фамилии или номер участника.</EmptyState>}
      >
        {({ works }) => <WorkRows works={works} />}
      </PagedList>
    </div>
  )
}
