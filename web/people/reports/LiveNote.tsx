import type { LiveState } from '#web/platform/api/use-live-answer.ts'
import styles from './Reports.module.css'

const words: Record<LiveState, string> = {
  live: 'Обновляется само',
  broken: 'Связь прервалась. Обновим числа, как только она вернётся',
  asks: 'Обновляется раз в полминуты',
}

/** Whether the numbers are live. Screen readers announce a change of that, never the numbers. */
export function LiveNote({ live }: { live: LiveState }) {
  return (
    <p className={styles.quiet} aria-live="polite">
      {words[live]}
    </p>
  )
}
