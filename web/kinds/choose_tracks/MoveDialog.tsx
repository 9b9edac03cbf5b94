import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { insideSentence } from '#shared/platform/text/inside-sentence.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { moveQuery, type Overview, type TrackPerson, useMove } from './panel-queries.ts'
import styles from './TracksPanel.module.css'

interface MoveDialogProps {
  place: StagePanelProps
  person: TrackPerson
  tracks: Overview['tracks']
  onClose: () => void
}

/** Moves a person to another track, after everything that changes for them has been shown. */
export function MoveDialog({ place, person, tracks, onClose }: MoveDialogProps) {
  const [to, setTo] = useState('')
  const [reason, setReason] = useState('')
  const [attempted, setAttempted] = useState(false)
  const moving = useMove(place, person.test_id)
  const missing = reason.trim() === '' ? 'Напишите причину: её прочитает участник' : null
  function move() {
    setAttempted(true)
    if (to === '' || missing) return
    moving.mutate(
      { from: person.track, to, reason: reason.trim() },
      {
        onSuccess: () => {
          showBanner('Участник переведён и получит уведомление', 'success')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={`Перевести: ${person.name}`}
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button pending={moving.isPending} pendingText="Переводим…" onClick={move}>
            Перевести
          </Button>
          <Button kind="secondary" disabled={moving.isPending} onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.panels}>
        {moving.error && (
          <Notice tone="danger" role="alert">
            {failureText(moving.error)}
          </Notice>
        )}
        <Select
          label="В какой трек"
          name="move-to"
          value={to}
          error={attempted && to === '' ? 'Выберите трек' : null}
          options={tracks
            .filter(({ code }) => code !== person.track)
            .map(({ code, title }) => ({ value: code, label: title }))}
          onChange={setTo}
        />
        {to !== '' && <Effect place={place} person={person} to={to} />}
        <TextArea
          label="Причина"
          hint="Её прочитает участник, и она останется в его истории"
          name="move-reason"
          rows={2}
          limit={500}
          value={reason}
          error={attempted ? missing : null}
          onChange={setReason}
        />
      </div>
    </Dialog>
  )
}

const kept = { nothing: '', draft: ', черновик сохранится', handed_in: ', сделанное сохранится' }

function Effect({ place, person, to }: { place: StagePanelProps; person: TrackPerson; to: string }) {
  const preview = useQuery(moveQuery(place, person.test_id, to))
  return (
    <QueryStates
      of={[preview]}
      loading="Смотрим, что изменится…"
      failed="Не получилось посмотреть, что изменится"
      level={3}
    >
      {({ vanish, appear, fits, reasons, left }) => (
        <Notice tone={vanish.length > 0 || !fits ? 'warning' : 'info'} role="status" title="Что изменится">
          <ul className={styles.changes}>
            {vanish.map(({ title, kept: what }) => (
              <li key={title}>
                Потеряет этап {quoted(title)}
                {kept[what]}
              </li>
            ))}
            {appear.map(({ title, kept: what }) => (
              <li key={title}>
                Получит этап {quoted(title)}
                {what === 'nothing' ? '' : ' вместе с тем, что сделал там раньше'}
              </li>
            ))}
            {vanish.length + appear.length === 0 && <li>Этапы участника не изменятся</li>}
            {!fits && <li>По условиям трек не подходит: {reasons.map(insideSentence).join('; ')}</li>}
            {left === 0 && <li>Мест в треке нет: сначала добавьте место в настройках</li>}
          </ul>
        </Notice>
      )}
    </QueryStates>
  )
}
