import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudOff from 'lucide-react/icons/cloud-off'
import { showDate } from '#shared/platform/time/moscow.ts'
import styles from './SaveState.module.css'
import { Spinner } from './Spinner.tsx'

type SaveStateProps = {
  state: 'idle' | 'saving' | 'saved' | 'offline' | 'failed'
  /** When it was last saved; shown in Moscow time with seconds. */
  savedAt?: Date | string | number | null
}

const clock = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'medium', timeZone: 'Europe/Moscow' })

/** Today's time is shown without a date. */
function momentOf(savedAt: Date): string {
  const date = showDate(savedAt)
  return date === showDate(new Date()) ? ` в ${clock.format(savedAt)}` : ` ${date} в ${clock.format(savedAt)}`
}

/** Shows whether what was typed is saved. */
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
