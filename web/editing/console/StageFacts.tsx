import { useNow } from '#web/messages/notifications/use-now.ts'
import { Moments } from '#web/platform/ui/Moments.tsx'
import type { EditedStage, Season } from '#web/seasons/console/queries.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './StageFacts.module.css'
import { datesInWords, entryInWords, stateOf } from './stage-facts.ts'

/** What a stage is at a glance: its state, its dates and who may enter, as they are saved. */
export function StageFacts({ season, stage }: { season: Season; stage: EditedStage }) {
  const now = useNow().getTime()
  const titles = new Map([
    ...season.stages.map(({ code, title }): [string, string] => [code, title]),
    ...season.choices.tracks.map(({ id, value }): [string, string] => [id, value]),
  ])
  const { look, words } = stateOf(stage, now)
  const entry = entryInWords(stage, titles)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Сейчас</dt>
        <dd>
          <StatusBadge look={look}>{words}</StatusBadge>
        </dd>
      </div>
      <div>
        <dt>Когда</dt>
        <dd>
          <Moments text={datesInWords(stage, now)} />
        </dd>
      </div>
      <div>
        <dt>Кто войдёт</dt>
        <dd>
          {entry.length === 0 ? (
            'Все участники'
          ) : (
            <ul>
              {entry.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </dd>
      </div>
    </dl>
  )
}
