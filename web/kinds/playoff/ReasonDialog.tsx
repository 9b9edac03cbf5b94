import { useState } from 'react'
import { maxReason } from '#shared/kinds/playoff/limits.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './PlayoffPanel.module.css'
import { type Acted, useAct } from './panel-queries.ts'

interface Sent {
  chosen: string
  reason: string
  preview: boolean
}

interface ReasonDialogProps {
  title: string
  /** Which match it is: its round and its sides. */
  match?: string
  about: string
  place: StagePanelProps
  options?: readonly { value: string; label: string }[]
  /** The name of the options. */
  choice?: string
  asksReason?: boolean
  /** The consequences are shown before the act can be done. */
  previews?: boolean
  button: string
  send: (sent: Sent) => Promise<Acted>
  onClose: () => void
  onDone: () => void
}

/** Asks for details and a reason, and shows the consequences, before an act that affects other people. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    match,
    about,
    place,
    options = [],
    choice = '',
    asksReason,
    previews,
    button,
    send,
    onClose,
    onDone,
  } = props
  const [chosen, setChosen] = useState(options.length === 1 ? (options[0]?.value ?? '') : '')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState<'no' | 'chosen' | 'all'>('no')
  const [seen, setSeen] = useState<Acted['changes'] | null>(null)
  const doing = useAct(place, send)
  const faults = {
    chosen: options.length > 0 && chosen === '' ? 'Выберите одно' : null,
    reason:
      asksReason && reason.trim() === '' ? 'Напишите причину: её увидят стороны, и она останется в журнале' : null,
  }
  const choose = (value: string) => {
    setChosen(value)
    setSeen(null)
  }
  const blocked = seen?.some((change) => change.blocked) ?? false
  const mayDo = !previews || (seen !== null && !blocked)
  async function go() {
    setTried(mayDo ? 'all' : 'chosen')
    if (faults.chosen) return false
    if (mayDo) return !faults.reason && doing.mutateAsync({ chosen, reason: reason.trim(), preview: false })
    setSeen((await send({ chosen, reason, preview: true })).changes)
    return false
  }
  return (
    <Confirm
      title={title}
      act={mayDo ? button : 'Посмотреть, что изменится'}
      size="m"
      shut={blocked}
      send={go}
      onDone={onDone}
      onClose={onClose}
    >
      {match && (
        <p>
          <strong>{match}</strong>
        </p>
      )}
      <p>{about}</p>
      {options.length > 0 && (
        <RadioGroup
          name="playoff-choice"
          label={choice}
          options={options}
          error={tried === 'no' ? null : faults.chosen}
          value={chosen}
          onChange={choose}
        />
      )}
      {seen && (
        <Notice
          tone={blocked ? 'danger' : 'info'}
          role="status"
          title={blocked ? 'Сделать это нельзя: следующий матч уже начался' : 'Что изменится'}
        >
          {seen.length === 0 ? (
            <p>Других матчей это не затронет.</p>
          ) : (
            <ul className={styles.changes}>
              {seen
                .filter((change) => !blocked || change.blocked)
                .map(({ match_id, name, before, after }) => (
                  <li key={match_id}>
                    <bdi>{name}</bdi>: {blocked ? '' : 'было '}
                    {before.a} — {before.b}
                    {!blocked && `, станет ${after.a} — ${after.b}`}
                  </li>
                ))}
            </ul>
          )}
        </Notice>
      )}
      {asksReason && mayDo && (
        <TextArea
          name="playoff-reason"
          label="Причина"
          rows={3}
          limit={maxReason}
          error={tried === 'all' ? faults.reason : null}
          value={reason}
          onChange={setReason}
        />
      )}
    </Confirm>
  )
}
