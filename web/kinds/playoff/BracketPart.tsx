import type { Side } from '#shared/kinds/playoff/bracket.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { Bracket } from './Bracket.tsx'
import { byId, scoreWords, sideName } from './match-names.ts'
import styles from './Playoff.module.css'
import type { Entrant, Match, Playoff } from './queries.ts'

/** The bracket drawn for wide windows, and as a list for narrow ones and for screen readers. */
export function BracketPart({ playoff }: { playoff: Playoff }) {
  const entrants = byId(playoff.entrants)
  const rounds = [...new Map(playoff.matches.map(({ round, name }) => [name, round])).keys()]
  return (
    <section className={styles.part} aria-labelledby="bracket">
      <Heading level={2} size={3} id="bracket">
        Сетка
      </Heading>
      {playoff.me !== null && <p className={styles.quiet}>Ваш путь выделен.</p>}
      <Bracket playoff={playoff} />
      <div className={styles.list}>
        {rounds.map((name) => (
          <div key={name} className={styles.block}>
            <Heading level={3} size={4}>
              <bdi>{name}</bdi>
            </Heading>
            <ol className={styles.matches}>
              {playoff.matches
                .filter((match) => match.name === name)
                .map((match) => (
                  <Row key={match.match_id} match={match} entrants={entrants} me={playoff.me} />
                ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  )
}

function Row({ match, entrants, me }: { match: Match; entrants: ReadonlyMap<number, Entrant>; me: number | null }) {
  const isOwn = me !== null && (match.a === me || match.b === me)
  const side = (which: Side) => {
    const won = match.won === which
    const name = sideName(entrants, match, which)
    return won ? (
      <strong>
        <bdi>{name}</bdi> <span className={styles.won}>проходит дальше</span>
      </strong>
    ) : (
      <span>
        <bdi>{name}</bdi>
      </span>
    )
  }
  const facts = [scoreWords(match), match.won === null && match.starts_at !== null && momentInWords(match.starts_at)]
  return (
    <li className={styles.row} data-own={isOwn || undefined}>
      {isOwn && <span className={styles.own}>Ваш матч</span>}
      {side('a')}
      {side('b')}
      <span className={styles.quiet}>
        <Facts of={facts} />
      </span>
    </li>
  )
}
