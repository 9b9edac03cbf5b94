import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type Team, useTeamTime } from './panel-queries.ts'
import styles from './TeamsSolutionPanel.module.css'

const states: Record<Team['state'], string> = {
  none: 'не начато',
  begun: 'в работе',
  handed_in: 'сдано',
  accepted: 'прошло этап',
  refused: 'не прошло',
  returned: 'возвращено команде',
}

/** One team with its state, and its own time. */
export function TeamLine({ place, team }: { place: StagePanelProps; team: Team }) {
  const [editing, setEditing] = useState(false)
  const { name, captain, members, state, task, saved_at, handed_in_at, closes_at, closes_reason } = team
  const facts = [
    states[state],
    task,
    `капитан ${captain}`,
    `человек: ${members}`,
    handed_in_at ? `сдано ${shown(handed_in_at)}` : saved_at && `правка ${shown(saved_at)}`,
  ]
  return (
    <li className={styles.team}>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p className={styles.quiet}>
          <Facts of={facts} />
        </p>
        {closes_at && (
          <p className={styles.quiet}>
            Свой срок: до {shown(closes_at)}. {closes_reason}
          </p>
        )}
      </div>
      <Button kind="quiet" size="s" aria-label={`Срок команды ${name}`} onClick={() => setEditing(true)}>
        Срок
      </Button>
      {editing && <TimeDialog place={place} team={team} onClose={() => setEditing(false)} />}
    </li>
  )
}

function TimeDialog({ place, team, onClose }: { place: StagePanelProps; team: Team; onClose: () => void }) {
  const [until, setUntil] = useState(team.closes_at?.slice(0, 16) ?? '')
  const [reason, setReason] = useState('')
  const [attempted, setAttempted] = useState(false)
  const giving = useTeamTime(place)
  function save(closes_at: string | null): void {
    setAttempted(true)
    if (reason.trim() === '' || (closes_at !== null && parseWire(closes_at) === null)) return
    giving.mutate(
      { team_id: team.team_id, closes_at, reason },
      { onSuccess: onClose, onError: (error) => showBanner(failureText(error)) },
    )
  }
  const wire = `${until}:00`
  return (
    <Dialog
      title={`Срок команды ${quoted(team.name)}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button pending={giving.isPending} onClick={() => save(wire)}>
            Сохранить
          </Button>
          {team.closes_at && (
            <Button kind="secondary" disabled={giving.isPending} onClick={() => save(null)}>
              Вернуть общий срок
            </Button>
          )}
        </>
      }
    >
      <div className={styles.time}>
        <DateTimeField
          name="team-until"
          label="Сдать можно до"
          value={until}
          onChange={setUntil}
          error={attempted && parseWire(wire) === null ? 'Укажите дату и время' : undefined}
        />
        <TextField
          name="team-reason"
          label="Причина"
          hint="Команда её прочитает."
          value={reason}
          onChange={setReason}
          error={attempted && reason.trim() === '' ? 'Напишите причину' : undefined}
        />
      </div>
    </Dialog>
  )
}

function shown(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}
