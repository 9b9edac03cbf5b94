import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { MatchedPeople } from './MatchedPeople.tsx'
import { MatchingPanel } from './MatchingPanel.tsx'
import { MentorTable } from './MentorTable.tsx'
import styles from './Panel.module.css'
import { type Overview, overviewQuery, useSecondRound } from './panel-queries.ts'

/** Mentors, places, and who works with whom. */
export default function MentorsPanel(place: StagePanelProps) {
  // Who has chosen whom is shown only to organisers with the right `mentors`.
  if (!useRight('mentors')) return null
  return <Loaded {...place} />
}

function Loaded(place: StagePanelProps) {
  const overview = useQuery(overviewQuery(place))
  return (
    <QueryStates of={[overview]} loading="Загружаем наставников…" failed="Наставники не загрузились" height="12rem">
      {(data) => (
        <div className={styles.panels}>
          <Panel id="choices" title="Как идёт выбор">
            <State overview={data} />
          </Panel>
          <MentorTable place={place} />
          {data.way === 'matching' && <MatchingPanel place={place} overview={data} />}
          <MatchedPeople place={place} way={data.way} />
          <SecondRound place={place} left={data.people.left} round={data.second_round} />
        </div>
      )}
    </QueryStates>
  )
}

function State({ overview: { people, publications, way } }: { overview: Overview }) {
  return (
    <div className={styles.panels}>
      <DefinitionList
        items={[
          { term: 'Сдали выбор', value: String(people.handed_in) },
          ...(way === 'matching' ? [{ term: 'Ждут подбора', value: String(people.waiting) }] : []),
          { term: 'Ждут ответа наставника', value: String(people.offered) },
          { term: 'Работают с наставником', value: String(people.working) },
          { term: 'Остались без наставника', value: String(people.left) },
        ]}
      />
      {publications.length > 0 && (
        <ul className={styles.lines}>
          {publications.map(({ at, by, matched, unmatched }) => {
            const moment = parseWire(at)
            return (
              <li key={at} className={styles.quiet}>
                <Moments text={moment ? showDateTime(moment) : at} /> {by && `${by} — `}опубликованы пары: наставник
                предложен {counted(matched, 'участнику', 'участникам', 'участникам')}, без наставника {unmatched}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

function saidRound({ closes_at, people, choosing }: NonNullable<Overview['second_round']>): string {
  const until = parseWire(closes_at)
  const opened = `Второй тур открыт до ${until ? showDateTime(until) : closes_at} для ${counted(people, 'участника', 'участников', 'участников')}`
  return choosing === 0 ? `${opened}: все сдали выбор.` : `${opened}. Ещё не сдали выбор: ${choosing}.`
}

/** Opens the choice again, only for the people who are left without a mentor. */
function SecondRound({
  place,
  left,
  round,
}: {
  place: StagePanelProps
  left: number
  round: Overview['second_round']
}) {
  const [closesAt, setClosesAt] = useState('')
  const [attempted, setAttempted] = useState(false)
  const opening = useSecondRound(place)
  function open() {
    setAttempted(true)
    if (!parseWire(closesAt) || opening.isPending) return
    opening.mutate(closesAt, {
      onSuccess: ({ people }) => {
        setClosesAt('')
        setAttempted(false)
        showBanner(`Второй тур открыт для ${counted(people, 'участника', 'участников', 'участников')}`, 'success')
      },
    })
  }
  if (left === 0 && round === null) return null
  return (
    <Panel id="second-round" title="Второй тур">
      {round && <p>{saidRound(round)}</p>}
      {left > 0 && (
        <form
          className={styles.panels}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            open()
          }}
        >
          <p className={styles.quiet}>
            Без наставника {counted(left, 'участник', 'участника', 'участников')}. Выбор откроется только тем, кто
            остался без наставника: они увидят, у кого есть места. Остальных это не коснётся.
          </p>
          {opening.error && (
            <Notice tone="danger" role="alert">
              {failureText(opening.error)}
            </Notice>
          )}
          <DateTimeField
            label="Выбирать до"
            name="second-round-until"
            value={closesAt}
            error={attempted && !parseWire(closesAt) ? 'Укажите дату и время' : null}
            onChange={setClosesAt}
          />
          <div>
            <Button type="submit" pending={opening.isPending} pendingText="Открываем…">
              Открыть второй тур
            </Button>
          </div>
        </form>
      )}
    </Panel>
  )
}
