import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { worksPage } from '#shared/review/checking/limits.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useTyped } from '#web/platform/use-typed.ts'
import styles from './Check.module.css'
import { NextWorkButton } from './NextWorkButton.tsx'
import { type ListedState, worksQuery } from './queries.ts'
import { useDesk, useDeskNumber } from './use-desk.ts'
import { WorkRows } from './WorkRows.tsx'

/** All works of a stage: those that wait, and those that are decided. */
export function QueuePage() {
  const stageId = useDeskNumber('stage')
  const desk = useDesk()
  const [state, setState] = useHistoryState<ListedState>('works', 'waits')
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
              selected={state}
              onChange={(id) => setState(id as ListedState)}
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
  const [asked, setAsked] = useHistoryState(`works-${state}`, { search: '', page: 1 })
  const { typed, setTyped } = useTyped(
    (search) => setAsked((now) => (now.search === search ? now : { search, page: 1 })),
    asked.search,
  )
  const query = useQuery({ ...worksQuery(stageId, { state, ...asked }), placeholderData: keepPreviousData })
  return (
    <div className={styles.list}>
      <TextField
        label={
          of === 'teams' ? 'Найти команду по названию или участнику' : 'Найти по имени, команде или номеру участника'
        }
        name={`search-${state}`}
        required={false}
        value={typed}
        onChange={setTyped}
      />
      <QueryStates of={[query]} loading="Загружаем работы" failed="Работы не загрузились" lines={6}>
        {({ works, count }) =>
          count === 0 ? (
            <EmptyState
              title={asked.search ? 'Никого не нашлось' : state === 'waits' ? 'Всё проверено' : 'Решений пока нет'}
            >
              {asked.search ? 'Попробуйте часть фамилии или номер участника.' : null}
            </EmptyState>
          ) : (
            <>
              <WorkRows works={works} />
              <Pagination
                page={asked.page}
                pages={Math.ceil(count / worksPage)}
                onChange={(page) => setAsked((now) => ({ ...now, page }))}
              />
            </>
          )
        }
      </QueryStates>
    </div>
  )
}
