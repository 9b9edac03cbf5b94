import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxReason } from '#shared/kinds/playoff/limits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
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
  const looking = useMutation({ mutationFn: () => send({ chosen, reason, preview: true }) })
  const doing = useAct(
    place,
    () => send({ chosen, reason: reason.trim(), preview: false }),
    () => {
      onDone()
      onClose()
    },
  )
  const faults = {
    chosen: options.length > 0 && chosen === '' ? 'Выберите одно' : null,
    reason:
      asksReason && reason.trim() === '' ? 'Напишите причину: её увидят стороны, и она останется в журнале' : null,
  }
  const choose = (value: string) => {
    setChosen(value)
    looking.reset()
    doing.reset()
  }
  const seen = looking.data?.changes ?? null
  const blocked = seen?.some((change) => change.blocked) ?? false
  const mayDo = !previews || (seen !== null && !blocked)
  const go = () => {
    setTried(mayDo ? 'all' : 'chosen')
    if (doing.isPending || looking.isPending || faults.chosen) return
    if (!mayDo) return looking.mutate()
    if (!faults.reason) doing.mutate(undefined)
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          {!blocked && (
            <Button pending={doing.isPending || looking.isPending} onClick={go}>
              {mayDo ? button : 'Посмотреть, что изменится'}
            </Button>
          )}
          <Button kind="secondary" onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.part}>
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
        <FailureNotice error={doing.error ?? looking.error} />
      </div>
    </Dialog>
  )
}
