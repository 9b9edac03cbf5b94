import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudOff from 'lucide-react/icons/cloud-off'
import { showDate } from '#shared/time/moscow.ts'
import styles from './SaveState.module.css'
import { Spinner } from './Spinner.tsx'

export type SaveStateProps = {
  state: 'idle' | 'saving' | 'saved' | 'offline' | 'failed'
  /** The moment of the last save; shown in Moscow time to the second. */
  savedAt?: Date | string | number | null
}

const clock = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'medium', timeZone: 'Europe/Moscow' })

/** The hour alone is enough for today only. */
function momentOf(savedAt: Date): string {
  const date = showDate(savedAt)
  return date === showDate(new Date()) ? ` в ${clock.format(savedAt)}` : ` ${date} в ${clock.format(savedAt)}`
}

/** Says whether what was typed is safe. */
export function SaveState({ state, savedAt }: SaveStateProps) {
  return (
    <p className={styles.state} data-state={state} aria-live="polite">
      {state === 'saving' && (
        <>
          <Spinner /> Сохраняем…
        </>
      )}
      {state === 'saved' && (
        <>
          <Check aria-hidden="true" /> Сохранено{savedAt ? momentOf(new Date(savedAt)) : ''}
        </>
      )}
      {state === 'offline' && (
        <>
          <CloudOff aria-hidden="true" /> Нет связи — сохраним, когда она вернётся
        </>
      )}
      {state === 'failed' && (
        <>
          <CircleAlert aria-hidden="true" /> Не удалось сохранить — не закрывайте страницу
        </>
      )}
    </p>
  )
}
