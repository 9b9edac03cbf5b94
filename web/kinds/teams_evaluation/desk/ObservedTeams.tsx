import { counted } from '#shared/platform/time/plural.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Observations.module.css'
import type { ListedObservation } from './queries.ts'

/** The teams that this person observes; those that wait for marks come first. */
export function ObservedTeams({ observations }: { observations: readonly ListedObservation[] }) {
  if (observations.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="observed-teams">
      <Heading level={2} size={3} id="observed-teams">
        Наблюдение за командами
      </Heading>
      <ul className={styles.list}>
        {observations.map((one) => (
          <li key={one.observation_id} className={styles.team}>
            <p className={styles.quiet}>
              <Facts of={[one.competition_title, one.stage_title]} />
            </p>
            <p>
              <PortalLink to={`/desk/observations/${one.observation_id}`} data-stretch className={styles.name}>
                {one.team}
              </PortalLink>
            </p>
            <p className={styles.facts}>
              {counted(one.people, 'человек', 'человека', 'человек')}
              <StatusBadge look={looks[one.state]}>{stateWords[one.state]}</StatusBadge>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const looks = { watching: 'due', waiting: 'waiting', agreeing: 'due', agreed: 'done', closed: 'done' } as const

const stateWords: Record<ListedObservation['state'], string> = {
  watching: 'Поставьте оценки',
  waiting: 'Ждём других наблюдателей',
  agreeing: 'Пора согласовать',
  agreed: 'Согласовано',
  closed: 'Итоги подведены',
}
