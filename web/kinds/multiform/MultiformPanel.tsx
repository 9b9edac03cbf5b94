import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { AddPartDialog } from './AddPartDialog.tsx'
import styles from './MultiformPanel.module.css'
import { PartsOfPeople } from './PartsOfPeople.tsx'
import { type Parts, partsQuery } from './panel-queries.ts'

/** The parts of a stage for its organiser, and how far people have come with them. */
export default function MultiformPanel(place: StagePanelProps) {
  const parts = useQuery(partsQuery(place))
  const [adding, setAdding] = useState(false)
  return (
    <div className={styles.panels}>
      <Panel
        id="parts"
        title="Части"
        actions={
          parts.data && (
            <Button kind="quiet" size="s" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
              Добавить часть
            </Button>
          )
        }
      >
        <QueryStates of={[parts]} loading="Загружаем части…" failed="Части не загрузились" height="8rem" level={3}>
          {(data) => (
            <>
              {data.parts.length === 0 ? (
                <p className={styles.quiet}>Частей пока нет: добавьте первую</p>
              ) : (
                <ol className={styles.parts}>
                  {data.parts.map((part) => (
                    <PartLine key={part.code} competition={place.competition} part={part} />
                  ))}
                </ol>
              )}
              {adding && <AddPartDialog place={place} form={data.form} onClose={() => setAdding(false)} />}
            </>
          )}
        </QueryStates>
      </Panel>
      {(parts.data?.parts.length ?? 0) > 0 && <PartsOfPeople {...place} />}
    </div>
  )
}

function PartLine({ competition, part }: { competition: string; part: Parts['parts'][number] }) {
  const { code, title, published, required, weight, closes_at, checkers, waits } = part
  const end = closes_at === null ? null : parseWire(closes_at)
  const facts = [
    `код ${code}`,
    required ? 'обязательная' : 'по желанию',
    weight > 1 && `доля ${weight}`,
    end ? `до ${showDateTime(end)}` : 'без срока',
    checkers > 0 ? `проверяющих: ${checkers}` : 'проверяющих нет',
    waits > 0 && `ждут решения: ${waits}`,
    !published && 'участники её не видят',
  ]
  return (
    <li>
      <PortalLink to={`/admin/${competition}/stages/${code}`}>{title}</PortalLink>
      <p className={styles.quiet}>
        <Facts of={facts} />
      </p>
    </li>
  )
}
