import { useState } from 'react'
import { type FormField, textOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
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

const formOfTime = (hasOwn: boolean) =>
  formOf(
    ...(hasOwn ? [which] : []),
    {
      name: 'until',
      label: 'Сдать можно до',
      view: 'datetime',
      validation_rules: { required: true },
      custom_errors: { required: 'Укажите дату и время' },
      ...(hasOwn && { visible_when: { field: 'which', equals: 'own' } }),
    },
    reasonField('Команда её прочитает.', 500),
  )
const which: FormField = {
  name: 'which',
  label: 'Какой срок у команды',
  view: 'radio',
  options: [
    { id: 'own', value: 'Свой' },
    { id: 'common', value: 'Общий' },
  ],
  validation_rules: { required: true },
}

function TimeDialog({ place, team, onClose }: { place: StagePanelProps; team: Team; onClose: () => void }) {
  const giving = useTeamTime(place)
  return (
    <FormDialog
      title={`Срок команды ${quoted(team.name)}`}
      act="Сохранить"
      form={formOfTime(team.closes_at !== null)}
      answer={{ which: 'own', until: team.closes_at?.slice(0, 16) ?? '' }}
      send={({ which, until, reason }) =>
        giving.mutateAsync({
          team_id: team.team_id,
          closes_at: which === 'common' ? null : `${textOf(until)}:00`,
          reason: textOf(reason),
        })
      }
      onClose={onClose}
    />
  )
}

function shown(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}
