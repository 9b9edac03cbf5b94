import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { counted } from '#shared/platform/time/plural.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from '#web/review/checking/Check.module.css'
import { AgreedGrid } from './AgreedGrid.tsx'
import { ObserverGrid } from './ObserverGrid.tsx'
import { Originals } from './Originals.tsx'
import { type Observation, observationQuery } from './queries.ts'

/** One team at a live task: the own grid, then those of all observers and what they have agreed on. */
export function ObservationPage() {
  const { observation } = useParams({ from: '/desk/observations/$observation' })
  const query = useQuery(observationQuery(Number(observation)))
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Открываем команду" failed="Команда не открылась" lines={10}>
        {(found) => (
          <>
            <header className={styles.head}>
              <p className={styles.way}>
                <PortalLink alone to="/desk">
                  Рабочий стол
                </PortalLink>
                <Facts of={[found.competition_title, found.stage_title]} />
              </p>
              <PageHeading title={found.team} />
              <p className={styles.facts}>{counted(found.people, 'человек', 'человека', 'человек')}</p>
            </header>
            <Step observation={found} onChanged={() => void query.refetch()} />
          </>
        )}
      </QueryStates>
    </div>
  )
}

function Step({ observation, onChanged }: { observation: Observation; onChanged: () => void }) {
  switch (observation.state) {
    case 'watching':
      return <ObserverGrid observation={observation} onChanged={onChanged} />
    case 'waiting':
      return (
        <Notice tone="success" title="Ваши оценки сданы">
          Когда сдадут все наблюдатели команды, здесь появятся их оценки и можно будет согласовать общие. Страница
          обновится сама.
        </Notice>
      )
    default:
      return (
        <>
          {observation.state !== 'closed' && (
            <AgreedGrid key={observation.agreed.revision} observation={observation} onChanged={onChanged} />
          )}
          {observation.state === 'closed' && <Notice title="Итоги подведены: оценки больше не меняются" />}
          {observation.originals.length > 0 && <Originals observation={observation} />}
        </>
      )
  }
}
