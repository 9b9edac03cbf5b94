import { useQuery } from '@tanstack/react-query'
import { meetingPeoplePage } from '#shared/programme/meetings/limits.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { DataTable, Who } from '#web/platform/ui/DataTable.tsx'
import { ListSwitch } from '#web/platform/ui/ListFilters.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MeetingsPanel.module.css'
import { quotaQuery } from './panel-queries.ts'

/** How many meetings everybody who works with a mentor has had; those with the fewest are first. */
export function QuotaList({ place }: { place: StagePanelProps }) {
  const list = useList('quotas', { short: false })
  const people = useQuery(quotaQuery(place, list.asked))
  return (
    <Panel
      id="quotas"
      title="Сколько встреч у каждого"
      says={people.data ? `Меньше, чем нужно: ${people.data.short}` : ''}
      read
    >
      <div className={styles.panels}>
        <ListSwitch
          list={list}
          part="short"
          label="Только те, у кого состоялось меньше, чем нужно"
          name="short-of-meetings"
        />
        <PagedList
          of={people}
          list={list}
          size={meetingPeoplePage}
          loading="Загружаем участников…"
          failed="Участники не загрузились"
          level={3}
          label="Страницы участников"
          empty="С наставниками пока никто не работает"
          nothing="Нужное число встреч состоялось у всех"
        >
          {(data) => (
            <DataTable
              label={`Меньше, чем нужно: ${data.short}`}
              titled
              rows={data.people}
              keyOf={({ user_id }) => user_id}
              columns={[
                { title: 'Участник', width: 38, cell: ({ user_id, fio }) => <Who name={fio} id={user_id} /> },
                { title: 'Наставники', cell: ({ mentors }) => mentors.join(', ') },
                { title: 'Состоялось', kind: 'number', value: ({ held }) => held },
                { title: 'Впереди', kind: 'number', value: ({ planned }) => planned },
              ]}
            />
          )}
        </PagedList>
      </div>
    </Panel>
  )
}
