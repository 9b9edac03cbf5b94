import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { tieWords } from '#shared/kinds/playoff/match-result.ts'
import { inUnits } from '#shared/platform/text/unbroken.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { LinkButton } from '#web/platform/ui/LinkButton.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from '#web/review/checking/Check.module.css'
import { DeclineMatch } from './DeclineMatch.tsx'
import { whenOf } from './JudgedMatches.tsx'
import { MatchDesk } from './MatchDesk.tsx'
import own from './Matches.module.css'
import { type JudgedMatch, matchQuery } from './queries.ts'

/** One match beside the rubric for both sides. */
export function MatchPage() {
  const { match } = useParams({ from: '/desk/matches/$match' })
  const query = useQuery(matchQuery(Number(match)))
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Открываем матч" failed="Матч не открылся" lines={10}>
        {(found) => (
          <>
            <MatchHead match={found} />
            <Conditions match={found} />
            {found.open ? (
              <MatchDesk match={found} onChanged={() => void query.refetch()} />
            ) : (
              <Shut match={found} onDeclined={() => void query.refetch()} />
            )}
          </>
        )}
      </QueryStates>
    </div>
  )
}

function MatchHead({ match }: { match: JudgedMatch }) {
  const { a, b, name, stage_title, minutes, chair, link, paused } = match
  return (
    <header className={styles.head}>
      <p className={styles.way}>
        <PortalLink alone to="/desk">
          Рабочий стол
        </PortalLink>
        <Facts of={[stage_title, name]} />
      </p>
      <PageHeading title={`${a} — ${b}`} />
      <p className={styles.facts}>
        <Facts of={[whenOf(match), `${inUnits(minutes, 'мин')}.`, chair && 'вы председатель']} />
      </p>
      {link && (
        <p>
          <LinkButton kind="secondary" href={link} target="_blank" rel="noreferrer">
            Комната матча
          </LinkButton>
        </p>
      )}
      {paused && <Notice tone="warning" role="status" title="Пауза: часы матча остановлены" />}
    </header>
  )
}

/** The task and the rule for a tie, as everybody in the match knows them. */
function Conditions({ match: { task, materials, tie_break } }: { match: JudgedMatch }) {
  return (
    <section className={own.conditions} aria-label="Условия матча">
      {task && (
        <>
          <Heading level={2} size={4}>
            Задание
          </Heading>
          <p className={own.text}>{task}</p>
        </>
      )}
      {materials.length > 0 && (
        <ul className={own.links}>
          {materials.map(({ title, link }) => (
            <li key={link}>
              <a href={link} target="_blank" rel="noreferrer">
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.quiet}>
        При равных баллах решает: {tie_break.map((one) => tieWords[one]).join(', затем ')}.
      </p>
    </section>
  )
}

function Shut({ match, onDeclined }: { match: JudgedMatch; onDeclined: () => void }) {
  const scheduled = match.state === 'scheduled'
  return (
    <>
      <EmptyState title={scheduled ? 'Матч ещё не начался' : 'Итог матча опубликован'}>
        {scheduled
          ? 'Оценки можно будет ставить, когда организатор начнёт матч. Страница обновится сама.'
          : match.done
            ? 'Спасибо: ваши оценки учтены.'
            : 'Оценить этот матч уже нельзя.'}
      </EmptyState>
      {scheduled && <DeclineMatch match={match} onDeclined={onDeclined} />}
    </>
  )
}
