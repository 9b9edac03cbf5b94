import { useEffect, useRef, useState } from 'react'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { focusFaultIn } from '#web/forms/fields/focus-fault.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { words } from '#web/platform/ui/words.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { isMinutes } from './MinutesDialog.tsx'
import { type Incident, useTest } from './panel-queries.ts'
import styles from './TestPanel.module.css'

const isMoment = (text: string) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(text)

/**
 * An interval → who lost the connection in it → proposed minutes → given with a reason. The interval in which most
 * people were silent at once is filled in from the start.
 */
export function IncidentDialog({ place, onClose }: { place: StagePanelProps; onClose: () => void }) {
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [minutes, setMinutes] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { incident, minutes: give } = useTest(place)
  const found = incident.data
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    incident.reset()
  }
  const opened = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once, when the dialog opens
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    incident.mutate(
      {},
      {
        onSuccess: ({ from: since, until: to, proposed }) => {
          if (since === null || to === null) return incident.reset()
          setFrom(since.slice(0, 16))
          setUntil(to.slice(0, 16))
          setMinutes(proposed > 0 ? String(proposed) : '')
        },
      },
    )
  }, [])
  function look() {
    setTried(true)
    if (!isMoment(from) || !isMoment(until)) return void focusFaultIn(box.current)
    setTried(false)
    incident.mutate({ from, until }, { onSuccess: ({ proposed }) => setMinutes(proposed > 0 ? String(proposed) : '') })
  }
  function send() {
    setTried(true)
    if (!isMinutes(minutes) || reason.trim().length < 3) return void focusFaultIn(box.current)
    give.mutate({ minutes: Number(minutes), reason, audience: { lost: { from, until } } })
  }
  const action = give.data ? (
    <Button onClick={onClose}>{words.close}</Button>
  ) : found && found.running > 0 ? (
    <Button pending={give.isPending} onClick={send}>
      Добавить минуты
    </Button>
  ) : (
    <Button pending={incident.isPending} onClick={look}>
      Найти пострадавших
    </Button>
  )
  return (
    <Dialog title="Был сбой" isOpen onClose={onClose} actions={action}>
      <div ref={box} className={styles.part}>
        <FailureNotice error={incident.error ?? give.error} />
        <DateTimeField
          label="С какого времени"
          name="incident-from"
          value={from}
          onChange={change(setFrom)}
          error={tried && !isMoment(from) ? 'Укажите дату и время' : null}
        />
        <DateTimeField
          label="По какое время"
          name="incident-until"
          value={until}
          onChange={change(setUntil)}
          error={tried && !isMoment(until) ? 'Укажите дату и время' : null}
        />
        {found && <Affected found={found} />}
        {found && found.running > 0 && !give.data && (
          <>
            <NumberField
              label="Сколько минут добавить"
              hint="Получат те, кто ещё проходит тест"
              name="incident-minutes"
              maxLength={3}
              value={minutes}
              onChange={setMinutes}
              error={tried && !isMinutes(minutes) ? 'Целое число от 1 до 240' : null}
            />
            <TextField
              label="Причина"
              name="incident-reason"
              value={reason}
              onChange={setReason}
              error={tried && reason.trim().length < 3 ? 'Напишите причину: она останется в журнале' : null}
            />
          </>
        )}
        {give.data && (
          <Notice tone="success" role="status">
            Минуты получили {counted(give.data.reached, 'участник', 'участника', 'участников')}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

const lostInWords = (seconds: number) =>
  seconds < 60
    ? counted(seconds, 'секунду', 'секунды', 'секунд')
    : counted(Math.round(seconds / 60), 'минуту', 'минуты', 'минут')

function Affected({ found: { affected, running, people } }: { found: Incident }) {
  if (affected === 0) return <p role="status">В это время связь ни у кого не прерывалась</p>
  return (
    <div className={styles.part} role="status">
      <p>
        Связь прерывалась у {counted(affected, 'участника', 'участников', 'участников')}, из них ещё проходят тест:{' '}
        {running}.{running === 0 && ' Закончившим минуты не добавить: пересмотрите их результаты отдельно.'}
      </p>
      <ul className={styles.faults}>
        {people.map(({ test_id, name, lost_seconds, running: still }) => (
          <li key={test_id}>
            <bdi>{name}</bdi>, {idNumber(test_id)}: без связи {lostInWords(lost_seconds)}
            {still ? '' : ', тест уже закончен'}
          </li>
        ))}
      </ul>
      {affected > people.length && <p className={styles.quiet}>Показаны первые {people.length}</p>}
    </div>
  )
}
