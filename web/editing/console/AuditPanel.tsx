import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { actInWords } from '#shared/editing/stages/act-in-words.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ListSwitch } from '#web/platform/ui/ListFilters.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { type Act, auditPage, auditQuery, type Season, useAuditTable } from '#web/seasons/console/queries.ts'
import styles from './AuditPanel.module.css'
import { ChangeList } from './ChangeList.tsx'

/** Who changed what in the competition, newest first. */
export function AuditPanel({ competition, season }: { competition: string; season: Season }) {
  const table = useAuditTable(competition)
  return (
    <Panel
      title="Журнал"
      actions={
        <Button
          kind="quiet"
          size="s"
          className={styles.download}
          icon={<Download aria-hidden="true" />}
          pending={table.isPending}
          onClick={() => table.mutate()}
        >
          Скачать таблицей
        </Button>
      }
    >
      <Acts competition={competition} titles={new Map(season.stages.map(({ code, title }) => [code, title]))} />
    </Panel>
  )
}

function Acts({ competition, titles }: { competition: string; titles: ReadonlyMap<string, string> }) {
  const list = useList('audit', { looks: false })
  const query = useQuery(auditQuery(competition, list.asked.page, list.asked.looks))
  return (
    <div className={styles.panel}>
      <ListSwitch
        list={list}
        part="looks"
        label="Показать и просмотры: кто открывал карточки, работы и списки"
        name="looks"
      />
      <PagedList
        of={query}
        list={list}
        size={auditPage}
        loading="Загружаем журнал…"
        failed="Журнал не загрузился"
        lines={4}
        level={3}
        empty="Здесь появится, кто и что делал в конкурсе"
      >
        {({ acts }) => (
          <ol className={styles.acts}>
            {acts.map((act) => (
              <li key={act.id}>
                <p className={styles.quiet}>
                  <time>{momentOf(act)}</time>. {act.by || 'Удалённая учётная запись'}
                </p>
                <p className={styles.what}>
                  {actInWords(act, titles)}
                  {act.about && ` (${act.about})`}
                </p>
                <ChangeList changes={act.changes} />
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </div>
  )
}

function momentOf({ at }: Act): string {
  const moment = parseWire(at)
  return moment ? showDateTime(moment) : at
}
