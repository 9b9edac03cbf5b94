import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ExtendRegions } from './ExtendRegions.tsx'
import { type Extensions, extensionsQuery } from './extension-queries.ts'
import styles from './Participants.module.css'

/** Which regions were given more time at a stage, and the way to give it to others. */
export function ExtensionsPanel({ competition, code }: { competition: string; code: string }) {
  const query = useQuery(extensionsQuery(competition, code))
  const [asks, setAsks] = useState(false)
  return (
    <Panel
      id="extensions"
      title="Продления"
      actions={
        query.data?.closes_at && (
          <Button kind="secondary" size="s" onClick={() => setAsks(true)}>
            Продлить регионам
          </Button>
        )
      }
    >
      <QueryStates of={[query]} loading="Загружаем продления" failed="Продления не загрузились" lines={2} level={3}>
        {(extensions) => (
          <>
            {extensions.groups.length === 0 && (
              <p className={styles.quiet}>
                {extensions.closes_at === null
                  ? 'У этапа нет срока: продлевать нечего'
                  : 'Регионам срок не продлевали. Одному участнику срок продлевают на его странице.'}
              </p>
            )}
            <ul className={styles.history}>
              {extensions.groups.map((group) => (
                <li key={`${group.at} ${group.regions}`}>
                  <p>
                    {group.regions.join(', ')}: до {momentOf(group.closes_at)}
                  </p>
                  <p className={styles.quiet}>
                    {group.reason}. {momentOf(group.at)}
                    {group.by !== '' && `, ${group.by}`}. {toldOf(group)}
                  </p>
                </li>
              ))}
            </ul>
            {asks && (
              <ExtendRegions
                competition={competition}
                code={code}
                extensions={extensions}
                onClose={() => setAsks(false)}
              />
            )}
          </>
        )}
      </QueryStates>
    </Panel>
  )
}

function toldOf({ told, telling }: Extensions['groups'][number]): string {
  const people = counted(told, 'участнику', 'участникам', 'участникам')
  if (telling) return `Отправляем уведомления: уже ${people}`
  return told === 0 ? 'Уведомлять было некого' : `Уведомления отправлены: ${people}`
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
