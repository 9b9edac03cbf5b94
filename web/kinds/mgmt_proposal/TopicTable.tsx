import { outOf } from '#shared/platform/text/unbroken.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import table from '#web/review/judging/PanelTable.module.css'
import styles from './MgmtProposalPanel.module.css'
import type { Proposals } from './panel-queries.ts'

/** How many places of each topic are taken, and how many proposals wait for checkers and for judges. */
export function TopicTable({ topics }: { topics: Proposals['topics'] }) {
  if (topics.length === 0) return <p className={styles.quiet}>Тем пока нет: добавьте их в настройках этапа</p>
  return (
    <div className={table.box}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Тема</th>
            <th scope="col">Мест занято</th>
            <th scope="col">Ждут проверки</th>
            <th scope="col">Читают эксперты</th>
          </tr>
        </thead>
        <tbody>
          {topics.map(({ code, title, branch, region, limit, taken, checking, judging }) => (
            <tr key={code}>
              <th scope="row">
                <span className={table.who}>
                  {title}
                  <span className={table.quiet}>
                    <Facts of={[branch, region]} />
                  </span>
                </span>
              </th>
              <td data-label="Мест занято">{limit === 0 ? taken : outOf(taken, limit)}</td>
              <td data-label="Ждут проверки">{checking}</td>
              <td data-label="Читают эксперты">{judging}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
