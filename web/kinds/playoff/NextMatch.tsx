import { otherSide } from '#shared/kinds/playoff/bracket.ts'
import { inUnits, placeName } from '#shared/platform/text/unbroken.ts'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { LinkButton } from '#web/platform/ui/LinkButton.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { momentInMoscow, momentInWords } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { MatchTime } from './MatchTime.tsx'
import { byId, pointsOf, sideName } from './match-names.ts'
import styles from './Playoff.module.css'
import type { Match, OwnMatch, Playoff } from './queries.ts'

const stateWords: Partial<Record<Match['state'], string>> = { live: 'Идёт', judging: 'Судьи ставят оценки' }

interface NextMatchProps {
  playoff: Playoff
  /** The person's place in the bracket; null when the head of the page shows it. */
  reason: string | null
}

/** The match that the person plays next or now; without one, the person's place in the bracket. */
export function NextMatch({ playoff, reason }: NextMatchProps) {
  const next = playoff.matches.findLast(
    ({ match_id, won, state }) =>
      won === null && state !== 'annulled' && playoff.own.some((one) => one.match_id === match_id),
  )
  const own = playoff.own.find(({ match_id }) => match_id === next?.match_id)
  if ((!next || !own) && reason === null) return null
  if (!next || !own)
    return (
      <section className={styles.part} aria-labelledby="next-match">
        <Heading level={2} size={3} id="next-match">
          {playoff.me === null ? 'Вы не играете' : 'Ваши матчи окончены'}
        </Heading>
        <p>{reason}</p>
      </section>
    )
  const opponent = sideName(byId(playoff.entrants), next, otherSide(own.side))
  return (
    <section className={styles.next} aria-labelledby="next-match">
      <header className={styles.nextHead}>
        <p className={styles.quiet}>{next.state === 'scheduled' ? 'Следующий матч' : 'Ваш матч'}</p>
        <Heading level={2} size={3} id="next-match">
          {next.name}
        </Heading>
        {next.state !== 'scheduled' && (
          <StatusBadge look={next.state === 'live' ? 'due' : 'waiting'}>{stateWords[next.state]}</StatusBadge>
        )}
      </header>
      {next.paused && (
        <Notice tone="warning" role="status" title="Пауза: часы матча остановлены">
          {`${own.paused_at ? `С ${momentInMoscow(own.paused_at)}. ` : ''}Время паузы добавят к матчу.`}
        </Notice>
      )}
      <DefinitionList
        items={[
          { term: 'Соперник', value: opponent },
          {
            term: 'Когда',
            value: next.starts_at ? <MatchTime at={next.starts_at} minutes={next.minutes} /> : 'Время ещё не назначено',
          },
          ...(own.room ? [{ term: 'Где', value: placeName(own.room) }] : []),
          ...(own.started_at && next.state === 'live'
            ? [{ term: 'Начался', value: `${momentInWords(own.started_at)}${pausedWords(own)}` }]
            : []),
        ]}
      />
      {own.link && next.state !== 'judging' && (
        <p>
          <LinkButton href={own.link} target="_blank" rel="noreferrer">
            Войти в комнату матча
          </LinkButton>
        </p>
      )}
      {own.task && <Text title="Задание" text={own.task} />}
      {own.materials.length > 0 && (
        <div className={styles.block}>
          <Heading level={3} size={4}>
            Материалы
          </Heading>
          <ul className={styles.links}>
            {own.materials.map(({ title, link }) => (
              <li key={link}>
                <a href={link} target="_blank" rel="noreferrer">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {own.opponent && <Card card={own.opponent} />}
    </section>
  )
}

const pausedWords = ({ paused_seconds }: OwnMatch) =>
  paused_seconds >= 60 ? `, с паузами на ${inUnits(Math.round(paused_seconds / 60), 'мин')}.` : ''

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.block}>
      <Heading level={3} size={4}>
        {title}
      </Heading>
      <p className={styles.text}>{text}</p>
    </div>
  )
}

/** What the organisers let people know of an opponent. */
function Card({ card }: { card: NonNullable<OwnMatch['opponent']> }) {
  const { name, seed, region, rating, about, members } = card
  return (
    <section className={styles.card} aria-label={`Соперник: ${name}`}>
      <Heading level={3} size={4}>
        {name}
      </Heading>
      <p className={styles.quiet}>
        <Facts of={[`посев ${seed}`, region, rating !== null && `рейтинг ${pointsOf(rating)}`]} />
      </p>
      {about && <p className={styles.text}>{about}</p>}
      {members.length > 0 && <p>В команде: {members.join(', ')}</p>}
    </section>
  )
}
