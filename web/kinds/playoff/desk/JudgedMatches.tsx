import { placeName } from '#shared/platform/text/unbroken.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { momentInMoscow } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Matches.module.css'
import type { ListedMatch } from './queries.ts'

/** The matches that this person judges, the next one first. */
export function JudgedMatches({ matches }: { matches: readonly ListedMatch[] }) {
  if (matches.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="judged-matches">
      <Heading level={2} size={3} id="judged-matches">
        Матчи
      </Heading>
      <ul className={styles.list}>
        {matches.map((match) => (
          <li key={match.match_id} className={styles.match}>
            <p className={styles.quiet}>
              <Facts of={[match.competition_title, match.stage_title, match.name]} />
            </p>
            <p>
              <PortalLink to={`/desk/matches/${match.match_id}`} data-stretch className={styles.name}>
                {match.a} — {match.b}
              </PortalLink>
            </p>
            <p className={styles.facts}>
              <Moments text={whenOf(match)} />
              <StatusBadge look={match.done ? 'done' : match.open ? 'due' : 'waiting'}>{stateOf(match)}</StatusBadge>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const whenOf = ({ starts_at, room }: Pick<ListedMatch, 'starts_at' | 'room'>): string =>
  [starts_at ? momentInMoscow(starts_at) : 'Время ещё не назначено', placeName(room)].filter(Boolean).join(', ')

const stateOf = ({ done, open, state, paused }: ListedMatch) =>
  done
    ? 'Оценки сданы'
    : paused
      ? 'Пауза'
      : state === 'live'
        ? 'Матч идёт'
        : open
          ? 'Поставьте оценки'
          : state === 'scheduled'
            ? 'Впереди'
            : 'Окончен'
