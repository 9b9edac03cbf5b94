import { type FormEvent, useState } from 'react'
import { maxTeamAboutLength } from '#shared/programme/team-formation/limits.ts'
import { teamNameFault } from '#shared/programme/team-formation/team-name.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { changeTeam, type Team, useTeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

/** For the captain: what others read about the team, and whether they may ask to join. */
export function TeamSettings({ team }: { team: Team }) {
  const { pending, change } = useTeamChange()
  const [name, setName] = useState(team.name)
  const [about, setAbout] = useState(team.about)
  const [open, setOpen] = useState(team.takes_requests)
  const [fault, setFault] = useState<string | null>(null)
  const tooLong = [...about].length > maxTeamAboutLength ? `Сократите до ${maxTeamAboutLength} символов` : null

  async function save(event: FormEvent) {
    event.preventDefault()
    const wrong = teamNameFault(name)
    setFault(wrong)
    if (wrong || tooLong) return
    await change(
      'settings',
      () => changeTeam(team.team_id, { team_name: name, about, takes_requests: open }),
      'Изменения сохранены',
      (error) => setFault((isFailure(error) && error.fields.team_name?.message) || failureText(error)),
    )
  }

  return (
    <Panel title="О команде">
      <form className={styles.form} onSubmit={save} noValidate>
        <TextField
          label="Название"
          name="rename_team"
          value={name}
          error={fault}
          onChange={(next) => {
            setName(next)
            setFault(null)
          }}
        />
        <TextArea
          label="Чем займётся команда, кого вы ищете"
          name="team_about"
          rows={3}
          required={false}
          limit={maxTeamAboutLength}
          error={tooLong}
          value={about}
          onChange={setAbout}
        />
        <Checkbox
          setting
          label="Принимать заявки"
          name="takes_requests"
          hint="Без этого вступить можно только по коду или вашему приглашению"
          value={open}
          onChange={setOpen}
        />
        <p>
          <Button type="submit" kind="secondary" pending={pending !== null} pendingText="Сохраняем…">
            Сохранить
          </Button>
        </p>
      </form>
    </Panel>
  )
}
