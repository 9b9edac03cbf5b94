import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { minutesInWords } from '#shared/platform/time/minutes-in-words.ts'
import { stagePath } from '#shared/stages/addresses.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { momentInMoscow, momentInWords, timeLeft, toDate } from '#web/stages/StagePath/deadline.ts'
import type { StageDetails } from './queries.ts'
import { ReminderButton } from './ReminderButton.tsx'
import styles from './StageAhead.module.css'
import { StatusBadge } from './StatusBadge.tsx'
import { useStageAddress } from './use-stage-address.ts'

export type Ahead = NonNullable<StageDetails['ahead']>

/** A stage that is not open yet: when it opens, what opens it, what it asks and what to prepare. */
export function StageAhead({ stage, ahead }: { stage: StageDetails; ahead: Ahead }) {
  const { asks, minutes, preparation, summary } = ahead
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <p>
          <StatusBadge look="waiting">Ещё не открыт</StatusBadge>
        </p>
        <PageHeading title={stage.title} />
        {summary && <p className={styles.summary}>{summary}</p>}
        <Opening stage={stage} ahead={ahead} />
        {(minutes !== null || asks.length > 0) && (
          <dl className={styles.facts}>
            {minutes !== null && (
              <div>
                <dt>Займёт примерно</dt>
                <dd>{minutesInWords(minutes)}</dd>
              </div>
            )}
            {asks.length > 0 && (
              <div>
                <dt>Что нужно будет сдать</dt>
                {asks.map((each) => (
                  <dd key={each} className={styles.asks}>
                    {each}
                  </dd>
                ))}
              </div>
            )}
          </dl>
        )}
        <ReminderButton stageId={stage.stage_id} reminds={ahead.reminds} />
      </header>
      <div className={styles.side}>
        <Conditions stage={stage} ahead={ahead} />
        {preparation.length > 0 && (
          <Card as="section" look="sunken" aria-labelledby="prepare">
            <Heading level={2} size={3} id="prepare">
              Что подготовить
            </Heading>
            <ul className={styles.lines}>
              {preparation.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </article>
  )
}

/** The day in large letters, or what has to happen first. */
function Opening({ stage, ahead }: { stage: StageDetails; ahead: Ahead }) {
  const { start_date: opens, end_date: closes } = stage
  const until = closes ? `до ${momentInWords(closes)}` : ''
  const left = opens && timeLeft(opens, serverNow().getTime())
  if (opens && left)
    return (
      <p className={styles.opening}>
        <span className={styles.quiet}>Откроется</span>
        <time className={styles.day} dateTime={toDate(opens).toISOString()}>
          <Moments text={momentInWords(opens)} />
        </time>
        <span className={styles.quiet}>
          <Facts of={['по Москве', `через ${left}`, until]} />
        </span>
      </p>
    )
  const first = ahead.conditions.find(({ state }) => state !== 'met')
  return (
    <p className={styles.opening}>
      <span className={styles.what}>
        <Moments text={first?.text ?? stage.reason} />
      </span>
      {closes && (
        <span className={styles.quiet}>
          Сам этап идёт до <Moments text={momentInMoscow(closes)} />
        </span>
      )}
    </p>
  )
}

function Conditions({ stage, ahead }: { stage: StageDetails; ahead: Ahead }) {
  const { competition, track } = useStageAddress()
  const opens = stage.start_date
  const waitsForDay = opens !== null && timeLeft(opens, serverNow().getTime()) !== null
  if (ahead.conditions.length === 0) return null
  return (
    <Card as="section" aria-labelledby="conditions">
      <Heading level={2} size={3} id="conditions">
        Чтобы войти
      </Heading>
      <ul className={styles.conditions}>
        {ahead.conditions.map(({ state, text, stage: way }) => (
          <li key={text} data-met={state === 'met' || undefined}>
            {state === 'met' ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" />}
            <span>
              {text}
              <VisuallyHidden>{state === 'met' ? ' — выполнено' : ' — ещё не выполнено'}</VisuallyHidden>
            </span>
            {state !== 'met' && way && (
              <PortalLink alone to={stagePath(competition, track, way)}>
                {way.open ? 'Перейти к этапу' : 'Об этом этапе'}
              </PortalLink>
            )}
          </li>
        ))}
        {waitsForDay && (
          <li>
            <Circle aria-hidden="true" />
            <span>
              Наступит <Moments text={momentInWords(opens)} /> — делать ничего не нужно
            </span>
          </li>
        )}
      </ul>
    </Card>
  )
}
