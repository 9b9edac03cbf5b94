import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { maxCompared } from '#shared/review/cutoffs/limits.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import rows from '#web/platform/ui/LinkedRows.module.css'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { Comparison } from './Comparison.tsx'
import styles from './Cutoffs.module.css'
import { NewCutoff } from './NewCutoff.tsx'
import { stateLook, stateWords } from './protocol-state.ts'
import { type Cutoffs, cutoffsQuery } from './queries.ts'

/** The variants of a competition, and the protocols that were made of them. */
export function CutoffsPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const query = useQuery(cutoffsQuery(competition))
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Загружаем отбор" failed="Отбор не загрузился" lines={8}>
        {(cutoffs) => <Lists competition={competition} cutoffs={cutoffs} />}
      </QueryStates>
    </div>
  )
}

function Lists({ competition, cutoffs }: { competition: string; cutoffs: Cutoffs }) {
  const [asks, setAsks] = useState<{ like?: Cutoffs['cutoffs'][number] } | null>(null)
  return (
    <>
      <header className={styles.head}>
        <ConsoleCrumbs competition={competition} title={cutoffs.competition_title} page="Отбор" />
        <PageHeading title="Отбор" />
        <p className={styles.lead}>Кто проходит дальше: черта, квоты и список ожидания. Решение принимают двое.</p>
      </header>
      {cutoffs.protocols.length > 0 && (
        <Panel title="Протоколы">
          <ul className={rows.rows}>
            {cutoffs.protocols.map((protocol) => (
              <li key={protocol.number} className={rows.row}>
                <PortalLink
                  to={`/admin/${competition}/protocols/${protocol.number}`}
                  data-stretch
                  className={rows.name}
                >
                  Протокол {numbered(protocol.number)}
                </PortalLink>
                <span className={rows.facts}>
                  <Facts
                    of={[
                      protocol.stage_title,
                      protocol.title,
                      `проходят ${protocol.passed}${protocol.waiting > 0 ? `, ждут ${protocol.waiting}` : ''}`,
                      protocol.publish_at !== null && `публикация ${momentOf(protocol.publish_at)}`,
                    ]}
                  />
                </span>
                <StatusBadge look={stateLook[protocol.state]}>{stateWords[protocol.state]}</StatusBadge>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel
        title="Варианты"
        actions={
          <Button size="s" onClick={() => setAsks({})}>
            Новый отбор
          </Button>
        }
      >
        {cutoffs.cutoffs.length === 0 ? (
          <EmptyState level={3} title="Вариантов пока нет">
            Вариант показывает, кто прошёл бы при такой черте. Участники его не видят.
          </EmptyState>
        ) : (
          <Variants competition={competition} cutoffs={cutoffs} onCopy={(like) => setAsks({ like })} />
        )}
      </Panel>
      {asks && (
        <NewCutoff
          competition={competition}
          cutoffs={cutoffs}
          {...(asks.like && { like: asks.like })}
          onClose={() => setAsks(null)}
        />
      )}
    </>
  )
}

interface VariantsProps {
  competition: string
  cutoffs: Cutoffs
  onCopy: (like: Cutoffs['cutoffs'][number]) => void
}

function Variants({ competition, cutoffs, onCopy }: VariantsProps) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [dropped, setDropped] = useState<Cutoffs['cutoffs'][number] | null>(null)
  const dropping = useMutation({
    mutationFn: (id: number) =>
      api('DELETE /admin/competitions/:competition/cutoffs/:cutoff_id', { params: { competition, cutoff_id: id } }),
    onSuccess: (_none, id) => {
      setChosen((before) => before.filter((one) => one !== id))
      return queries.invalidateQueries({ queryKey: ['cutoffs', competition] })
    },
  })
  return (
    <div className={styles.fields}>
      <ul className={styles.variants}>
        {cutoffs.cutoffs.map((cutoff) => (
          <li key={cutoff.id} className={styles.variant}>
            <div>
              <PortalLink alone to={`/admin/${competition}/cutoffs/${cutoff.id}`}>
                {cutoff.title}
              </PortalLink>
              <p className={styles.quiet}>
                <Facts
                  of={[
                    cutoff.stage_title,
                    `${momentOf(cutoff.saved_at)}${cutoff.saved_by !== '' ? `, ${cutoff.saved_by}` : ''}`,
                  ]}
                />
              </p>
            </div>
            <div className={styles.acts}>
              {cutoffs.cutoffs.length > 1 && (
                <Checkbox
                  name={`compare-${cutoff.id}`}
                  setting
                  label={`Сравнить ${quoted(cutoff.title)}`}
                  disabled={!chosen.includes(cutoff.id) && chosen.length >= maxCompared}
                  value={chosen.includes(cutoff.id)}
                  onChange={(add) =>
                    setChosen((before) => (add ? [...before, cutoff.id] : before.filter((one) => one !== cutoff.id)))
                  }
                />
              )}
              <Button
                kind="quiet"
                size="s"
                aria-label={`Скопировать ${quoted(cutoff.title)}`}
                onClick={() => onCopy(cutoff)}
              >
                Скопировать
              </Button>
              <Button
                kind="quiet"
                size="s"
                aria-label={`Удалить ${quoted(cutoff.title)}`}
                onClick={() => setDropped(cutoff)}
              >
                Удалить
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {dropped && (
        <Confirm
          title="Удалить вариант?"
          act="Удалить"
          danger
          send={() => dropping.mutateAsync(dropped.id)}
          onClose={() => setDropped(null)}
        >
          <p>{quoted(dropped.title)}: правило и тексты писем пропадут. Протоколы останутся.</p>
        </Confirm>
      )}
      {chosen.length > 1 && <Comparison competition={competition} ids={chosen} />}
    </div>
  )
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
