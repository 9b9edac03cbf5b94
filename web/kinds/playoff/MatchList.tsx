import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { otherSide } from '#shared/kinds/playoff/bracket.ts'
import { reasonOfBoth } from '#shared/kinds/playoff/match-reason.ts'
import { decidedWords } from '#shared/kinds/playoff/match-result.ts'
import { matchStateWords } from '#shared/kinds/playoff/own-state.ts'
import { placeName } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { MatchActs } from './MatchActs.tsx'
import { byId, scoreWords, sideName } from './match-names.ts'
import styles from './PlayoffPanel.module.css'
import type { Panel, PanelMatch } from './panel-queries.ts'
import { ScheduleBoard } from './ScheduleBoard.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

/** Every match with its time, judges and what can be done with it, round by round. */
export function MatchList({ place, panel }: { place: StagePanelProps; panel: Panel }) {
  const [scheduled, setScheduled] = useState<PanelMatch | null>(null)
  const rounds = [...new Set(panel.matches.map(({ name }) => name))]
  return (
    <div className={styles.part}>
      <ScheduleBoard place={place} panel={panel} onSchedule={setScheduled} />
      {rounds.map((name) => (
        <Round
          key={name}
          name={name}
          place={place}
          panel={panel}
          matches={panel.matches.filter((match) => match.name === name)}
          onSchedule={setScheduled}
        />
      ))}
      {scheduled && <ScheduleDialog place={place} panel={panel} match={scheduled} onClose={() => setScheduled(null)} />}
    </div>
  )
}

interface Shown {
  place: StagePanelProps
  panel: Panel
  onSchedule: (match: PanelMatch) => void
}

/**
 * A round is folded up when all its results were published before the page was opened, so it never folds during work in
 * it.
 */
function Round({ name, matches, ...shown }: Shown & { name: string; matches: readonly PanelMatch[] }) {
  const [done] = useState(() => matches.every(({ published }) => published))
  const rows = (
    <ul className={styles.matches}>
      {matches.map((match) => (
        <Row key={match.match_id} match={match} {...shown} />
      ))}
    </ul>
  )
  return done ? (
    <details className={styles.details}>
      <summary className={styles.summary}>
        {name}: {counted(matches.length, 'итог опубликован', 'итога опубликовано', 'итогов опубликовано')}
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.part}>{rows}</div>
    </details>
  ) : (
    <section className={styles.part} aria-label={name}>
      <Heading level={3} size={4}>
        {name}
      </Heading>
      {rows}
    </section>
  )
}

const looks = { live: 'due', judging: 'waiting', decided: 'due' } as const

function Row({ place, panel, match, onSchedule }: Shown & { match: PanelMatch }) {
  const entrants = byId(panel.entrants)
  const name = (side: 'a' | 'b') => {
    const gone = entrants.get(match[side] ?? 0)?.gone ?? null
    return `${sideName(entrants, match, side)}${gone === null ? '' : ` (выбыл: ${gone})`}`
  }
  const badge = stateOf(match)
  const words = match.published || match.state === 'decided' ? scoreWords(match) : ''
  const said = words === badge ? '' : words
  const look = match.published ? 'done' : match.state in looks ? looks[match.state as keyof typeof looks] : 'neutral'
  return (
    <li className={styles.match}>
      <p className={styles.names}>
        {match.won === 'a' ? <strong>{name('a')}</strong> : name('a')} —{' '}
        {match.won === 'b' ? <strong>{name('b')}</strong> : name('b')}
      </p>
      <p className={styles.facts}>
        <StatusBadge look={look}>{badge}</StatusBadge>
        <span className={styles.quiet}>
          <Facts
            of={[
              said,
              match.decided_by && decidedWords[match.decided_by],
              match.won === null ? match.reason : reasonOfBoth(match, name(otherSide(match.won))),
              match.starts_at && momentInWords(match.starts_at),
              placeName(match.room),
            ]}
          />
        </span>
      </p>
      {match.judges.length > 0 && !match.published && (
        <ul className={styles.judges}>
          {match.judges.map((judge) => (
            <li key={judge.test_id}>
              {judge.name}
              <span className={styles.quiet}>
                {[
                  judge.chair && 'председатель',
                  judge.abstained !== null && `не судит: ${judge.abstained}`,
                  judge.conflict && judge.abstained === null && 'конфликт интересов, замените',
                  judge.done && 'оценки сданы',
                ]
                  .filter(Boolean)
                  .map((words) => `, ${words}`)
                  .join('')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <MatchActs place={place} panel={panel} match={match} onSchedule={() => onSchedule(match)} />
    </li>
  )
}

function stateOf({ state, published, paused, judges }: PanelMatch): string {
  if (state === 'decided') return published ? 'Итог опубликован' : 'Итог готов, не опубликован'
  if (state === 'live' && paused) return 'Пауза'
  if (state === 'judging') {
    const left = judges.filter(({ done, abstained }) => !done && abstained === null).length
    return left > 0 ? `Ждём оценки: ${counted(left, 'судья', 'судьи', 'судей')}` : matchStateWords.judging
  }
  return matchStateWords[state]
}
