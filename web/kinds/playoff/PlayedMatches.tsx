import ChevronDown from 'lucide-react/icons/chevron-down'
import { otherSide } from '#shared/kinds/playoff/bracket.ts'
import { DataTable, Quiet } from '#web/platform/ui/DataTable.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { byId, pointsOf, scoreWords, sideName } from './match-names.ts'
import styles from './Playoff.module.css'
import type { Match, OwnMatch, Playoff } from './queries.ts'

/** The person's matches that are over: the points, the marks of each criterion and what judges wrote. */
export function PlayedMatches({ playoff }: { playoff: Playoff }) {
  const over = playoff.own.flatMap((own) => {
    const match = playoff.matches.find(({ match_id }) => match_id === own.match_id)
    return match && own.result ? [{ own, match, result: own.result }] : []
  })
  if (over.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="played">
      <Heading level={2} size={3} id="played">
        Сыгранные матчи
      </Heading>
      {over.toReversed().map(({ own, match, result }) => (
        <article key={own.match_id} className={styles.card}>
          <header className={styles.nextHead}>
            <Heading level={3} size={4}>
              {match.name}: {sideName(byId(playoff.entrants), match, otherSide(own.side))}
            </Heading>
            <StatusBadge look={match.won === own.side ? 'done' : 'neutral'}>{outcome(match, own)}</StatusBadge>
          </header>
          <p>{[ownScore(match, own), result.words].filter(Boolean).join('. ')}</p>
          {(result.marks.length > 0 || result.comments.length > 0) && (
            <Judged own={own} match={match} result={result} />
          )}
        </article>
      ))}
    </section>
  )
}

/** The marks and comments are folded up: on a phone they are longer than the next match. */
function Judged({ own, match, result }: { own: OwnMatch; match: Match; result: NonNullable<OwnMatch['result']> }) {
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>
        <span>
          {result.marks.length === 0 ? 'Слова судей' : result.comments.length > 0 ? 'Оценки и слова судей' : 'Оценки'}
          <VisuallyHidden>: {match.name}</VisuallyHidden>
        </span>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.block}>
        {result.marks.length > 0 && <Marks result={result} side={own.side} />}
        {result.comments.length > 0 && (
          <>
            <Heading level={4}>Судьи — вам</Heading>
            <ul className={styles.comments}>
              {result.comments.map((text, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two judges may write the same
                <li key={at} className={styles.text}>
                  {text}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </details>
  )
}

const outcome = ({ won, a_bye, b_bye }: Match, { side }: OwnMatch) =>
  won === null ? 'Не состоялся' : won !== side ? 'Поражение' : a_bye || b_bye ? 'Без соперника' : 'Победа'

function ownScore(match: Match, { side }: OwnMatch): string {
  const [mine, theirs] = side === 'a' ? [match.score_a, match.score_b] : [match.score_b, match.score_a]
  return mine === null || theirs === null ? scoreWords(match) : `Баллы: ${pointsOf(mine)} на ${pointsOf(theirs)}`
}

/** A soft hyphen: a narrow column breaks its head here. */
const shy = '\u00ad'

function Marks({ result, side }: { result: NonNullable<OwnMatch['result']>; side: OwnMatch['side'] }) {
  return (
    <DataTable
      label="Средние оценки судей"
      titled
      narrow="fit"
      className={styles.marks}
      rows={result.marks}
      keyOf={({ title }) => title}
      columns={[
        {
          title: `Кри${shy}те${shy}рий`,
          cell: ({ title, max }) => (
            <>
              {title} <Quiet>из {max}</Quiet>
            </>
          ),
        },
        { title: 'Вы', kind: 'number', cell: (mark) => pointsOf(mark[side]) },
        { title: `Со${shy}пер${shy}ник`, kind: 'number', cell: (mark) => pointsOf(mark[otherSide(side)]) },
      ]}
    />
  )
}
