import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { idNumber, inUnits } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { ContinueDialog } from './ContinueDialog.tsx'
import { IncidentDialog } from './IncidentDialog.tsx'
import { MinutesDialog } from './MinutesDialog.tsx'
import { overviewQuery, panelPage, peopleQuery } from './panel-queries.ts'
import styles from './TestPanel.module.css'

type State = 'online' | 'lost' | 'finished'

const states: { value: State; label: string }[] = [
  { value: 'online', label: 'Проходят' },
  { value: 'lost', label: 'Связь прервалась' },
  { value: 'finished', label: 'Закончили' },
]

/** The running test, updated every few seconds. */
export function LiveBoard({ place }: { place: StagePanelProps }) {
  const overview = useQuery(overviewQuery(place, true))
  const [opened, setOpened] = useState<'minutes' | 'incident' | null>(null)
  return (
    <Panel
      id="live"
      title="Ход теста"
      actions={
        <>
          <Button kind="secondary" size="s" onClick={() => setOpened('minutes')}>
            Добавить минуты
          </Button>
          <Button kind="secondary" size="s" onClick={() => setOpened('incident')}>
            Был сбой
          </Button>
        </>
      }
    >
      <div className={styles.part}>
        <QueryStates
          of={[overview]}
          loading="Загружаем ход теста…"
          failed="Ход теста не загрузился"
          height="8rem"
          level={3}
        >
          {({ board }) => (
            <dl className={styles.numbers}>
              <Figure term="Начали" value={board.begun} />
              <Figure term="Проходят" value={board.online} />
              <Figure term="Связь прервалась" value={board.lost} />
              <Figure term="Закончили" value={board.finished} />
              <Figure term="Идут, медиана, мин" value={board.median_minute ?? '—'} />
              <Figure term="Прошли, медиана, мин" value={board.median_took ?? '—'} />
              <Figure term="Вариантов готово" value={board.papers.made} />
            </dl>
          )}
        </QueryStates>
        <People place={place} />
      </div>
      {opened === 'minutes' && <MinutesDialog place={place} onClose={() => setOpened(null)} />}
      {opened === 'incident' && <IncidentDialog place={place} onClose={() => setOpened(null)} />}
    </Panel>
  )
}

const Figure = ({ term, value }: { term: string; value: number | string }) => (
  <div>
    <dt>{term}</dt>
    <dd>{value}</dd>
  </div>
)

function People({ place }: { place: StagePanelProps }) {
  const list = useList<{ state: State }>('live', { state: 'online' })
  const { state, page } = list.asked
  const [continued, setContinued] = useState<{ test_id: number; name: string } | null>(null)
  const people = useQuery(peopleQuery(place, state, page))
  return (
    <>
      <RadioGroup
        label="Кого показать"
        name="test-people"
        value={state}
        options={states}
        onChange={(value) => list.ask({ state: value as State })}
      />
      <PagedList
        of={people}
        list={list}
        size={panelPage}
        loading="Загружаем участников…"
        failed="Участники не загрузились"
        lines={4}
        level={3}
        label="Страницы участников"
        empty="Сейчас таких участников нет"
      >
        {(data) => (
          <ul className={styles.list}>
            {data.people.map((one) => (
              <li key={one.attempt_id}>
                <span>
                  <bdi>{one.name}</bdi>, {idNumber(one.test_id)}
                </span>
                <span className={styles.quiet}>
                  <Facts
                    of={[
                      `Начал ${shown(one.begun_at)}`,
                      one.finished_at ? `закончил ${shown(one.finished_at)}` : `на связи был ${shown(one.heard_at)}`,
                      `ответов ${one.answered}`,
                      one.extra_minutes > 0 && `добавлено ${inUnits(one.extra_minutes, 'мин')}`,
                    ]}
                  />
                </span>
                {one.finished_at && (
                  <div>
                    <Button
                      kind="quiet"
                      size="s"
                      flush
                      aria-label={`Вернуть в тест: ${one.name}`}
                      onClick={() => setContinued(one)}
                    >
                      Вернуть в тест
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {continued && <ContinueDialog place={place} person={continued} onClose={() => setContinued(null)} />}
    </>
  )
}

function shown(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}
