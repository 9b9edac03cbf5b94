import { outOf } from '#shared/platform/text/unbroken.ts'
import { DataTable, Who } from '#web/platform/ui/DataTable.tsx'
import styles from './MgmtProposalPanel.module.css'
import type { Proposals } from './panel-queries.ts'

/** How many places of each topic are taken, and how many proposals wait for checkers and for judges. */
export function TopicTable({ topics }: { topics: Proposals['topics'] }) {
  if (topics.length === 0) return <p className={styles.quiet}>Тем пока нет: добавьте их в настройках этапа</p>
  return (
    <DataTable
      label="Темы"
      sorts="topics"
      rows={topics}
      keyOf={({ code }) => code}
      columns={[
        {
          title: 'Тема',
          width: 38,
          value: ({ title }) => title,
          cell: ({ title, branch, region }) => <Who name={title} about={[branch, region]} />,
        },
        {
          title: 'Мест занято',
          kind: 'number',
          value: ({ taken }) => taken,
          cell: ({ limit, taken }) => (limit === 0 ? taken : outOf(taken, limit)),
        },
        { title: 'Ждут проверки', kind: 'number', value: ({ checking }) => checking },
        { title: 'Читают эксперты', kind: 'number', value: ({ judging }) => judging },
      ]}
    />
  )
}
