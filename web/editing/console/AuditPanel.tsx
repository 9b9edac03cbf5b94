import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { actInWords } from '#shared/editing/stages/act-in-words.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
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
  const [page, setPage] = useHistoryState('audit-panel-page', 1)
  const [looks, setLooks] = useHistoryState('audit-panel-looks', false)
  const { data, error, refetch } = useQuery(auditQuery(competition, page, looks))
  if (!data)
    return error ? (
      <EmptyState
        kind="failed"
        level={3}
        title="Журнал не загрузился"
        action={<Button onClick={() => refetch()}>Повторить</Button>}
      >
        {failureText(error)}
      </EmptyState>
    ) : (
      <Skeleton lines={4} label="Загружаем журнал…" />
    )
  return (
    <div className={styles.panel}>
      <Checkbox
        setting
        label="Показать и просмотры: кто открывал карточки, работы и списки"
        name="looks"
        value={looks}
        onChange={(value) => {
          setLooks(value)
          setPage(1)
        }}
      />
      {data.count === 0 ? (
        <p className={styles.quiet}>Здесь появится, кто и что делал в конкурсе</p>
      ) : (
        <ol className={styles.acts}>
          {data.acts.map((act) => (
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
      <Pagination page={page} pages={Math.max(1, Math.ceil(data.count / auditPage))} onChange={setPage} />
    </div>
  )
}

function momentOf({ at }: Act): string {
  const moment = parseWire(at)
  return moment ? showDateTime(moment) : at
}
