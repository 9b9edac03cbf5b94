import { Moments } from '#web/platform/ui/Moments.tsx'
import { momentInMoscow, momentInWords, toDate } from '#web/stages/StagePath/deadline.ts'
import styles from './Playoff.module.css'

const own = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })

/** Moscow time, and beside it the person's own time where it differs. */
export function MatchTime({ at, minutes }: { at: string; minutes: number }) {
  const [moscow, here] = [momentInWords(at), own.format(toDate(at))]
  return (
    <>
      <time dateTime={toDate(at).toISOString()}>
        <Moments text={momentInMoscow(at)} />
      </time>
      , {minutes}&nbsp;мин.
      {here !== moscow && (
        <span className={styles.here}>
          У вас будет <Moments text={here} />
        </span>
      )}
    </>
  )
}
