import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { downloadExport, type Exported, exportsQuery } from './queries.ts'

/** Every file of the competition. One that was waiting on this page is downloaded once it is ready. */
export function ExportList({ competition, exports }: { competition: string; exports: readonly Exported[] }) {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: number) => downloadExport(competition, id),
    onSuccess: () => queries.invalidateQueries({ queryKey: exportsQuery(competition).queryKey }),
    onError: (error) => showBanner(failureText(error)),
  })
  const waited = useRef<number | null>(null)
  // Only the file that was last requested on this page: the list begins with it.
  const latest = exports[0]
  useEffect(() => {
    if (latest?.state === 'waiting') waited.current = latest.id
    else if (latest?.state === 'ready' && waited.current === latest.id) {
      waited.current = null
      mutate(latest.id)
    }
  }, [latest, mutate])
  return (
    <Panel title="Заказанные файлы">
      {exports.length === 0 && <p className={lists.quiet}>Файлов ещё никто не заказывал.</p>}
      <ul className={lists.list}>
        {exports.map((made) => (
          <li key={made.id}>
            <div className={lists.line}>
              <strong>{made.about}</strong>
              <State made={made} />
            </div>
            <p className={lists.quiet}>
              <Facts
                of={[
                  made.format === 'zip'
                    ? counted(made.rows, 'работа', 'работы', 'работ')
                    : counted(made.rows, 'строка', 'строки', 'строк'),
                  made.format,
                  `${momentOf(made.asked_at)}${made.by === '' ? '' : `, ${made.by}`}`,
                ]}
              />
            </p>
            {made.columns.length > 0 && <p className={lists.quiet}>Столбцы: {made.columns.join(', ')}</p>}
            {made.reason !== '' && <p className={lists.quiet}>Зачем: {made.reason}</p>}
            <p className={lists.quiet}>{takenWords(made)}</p>
            {made.state === 'ready' && (
              <Button kind="secondary" size="s" onClick={() => mutate(made.id)}>
                Скачать
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function State({ made }: { made: Exported }) {
  if (made.state === 'waiting') return <StatusBadge look="waiting">Готовится</StatusBadge>
  if (made.state === 'failed') return <StatusBadge look="trouble">Не получилось</StatusBadge>
  if (made.state === 'gone') return <StatusBadge look="neutral">Файл удалён</StatusBadge>
  return <StatusBadge look="done">{made.until ? `Хранится до ${momentOf(made.until)}` : 'Готов'}</StatusBadge>
}

const takersShown = 5

function takenWords({ downloads, state }: Exported): string {
  if (downloads.length === 0) return state === 'waiting' || state === 'failed' ? '' : 'Не скачивали'
  const some = downloads.slice(0, takersShown).map(({ by, at }) => `${by || 'удалённая запись'} ${momentOf(at)}`)
  const rest = downloads.length - some.length
  return `Скачали: ${some.join('; ')}${rest > 0 ? ` и ещё ${rest}` : ''}`
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
