import type { ReactNode } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { momentInWords, timeLeft, toDate } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import type { Team } from './queries.ts'
import styles from './TeamHead.module.css'

/** A longer name is set smaller, so that it takes no more than three lines on a phone. */
const maxLarge = 28

interface TeamHeadProps {
  team: Team
  stage: StageDetails
  eyebrow: string
  /** Beside the deadline. */
  children?: ReactNode
}

/** The head of a team's page: its name, its state, and until when it may change. */
export function TeamHead({ team, stage, eyebrow, children }: TeamHeadProps) {
  const { look, words } = standing(team)
  const ends = team.may_change ? stage.end_date : null
  const left = ends && timeLeft(ends, serverNow().getTime())
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <p className={styles.eyebrow}>{eyebrow}</p>
        <PageHeading title={team.name} size={[...team.name].length > maxLarge ? 2 : 'hero'} />
        <p>
          <StatusBadge look={look}>{words}</StatusBadge>
        </p>
      </div>
      <div className={styles.side}>
        {ends && (
          <p className={styles.until}>
            <span>Собрать до</span>
            <time className={styles.day} dateTime={toDate(ends).toISOString()}>
              <Moments text={momentInWords(ends)} />
            </time>
            <Facts of={['по Москве', left && `осталось ${left}`]} />
          </p>
        )}
        {children}
      </div>
    </header>
  )
}

type Look = 'done' | 'due' | 'waiting' | 'shut' | 'trouble' | 'neutral'

const settled: Record<string, { look: Look; words: string }> = {
  complete: { look: 'done', words: 'Команда собрана' },
  locked: { look: 'shut', words: 'Состав закреплён' },
  under_check: { look: 'waiting', words: 'На проверке' },
  admitted: { look: 'done', words: 'Допущена' },
  rejected: { look: 'shut', words: 'Не допущена' },
}

function standing(team: Team): { look: Look; words: string } {
  const known = settled[team.state]
  if (known) return known
  const wanted = team.size.min - team.members.length
  if (team.standing === 'invited') return { look: 'due', words: 'Вас зовут' }
  if (team.standing === 'requested') return { look: 'waiting', words: 'Заявка подана' }
  if (team.completeness === null) {
    if (team.places_left === 0) return { look: 'shut', words: 'Мест нет' }
    return team.takes_requests
      ? { look: 'due', words: 'Принимает заявки' }
      : { look: 'neutral', words: 'Только по коду' }
  }
  if (wanted > 0) return { look: 'trouble', words: `Не хватает ${counted(wanted, 'человека', 'человек', 'человек')}` }
  return { look: 'trouble', words: 'Собрана не полностью' }
}
