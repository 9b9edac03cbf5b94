import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { teamNameFault } from '#shared/programme/team-formation/team-name.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { createTeam, setLooking, useFindByCode, useTeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

interface StartTeamProps {
  stageId: number
  base: string
  looking: boolean
  /** Opens the own story. */
  onStory: () => void
}

/** For people without a team: to create one, to join one with the captain's code, or to be found by captains. */
export function StartTeam({ stageId, base, looking, onStory }: StartTeamProps) {
  return (
    <div className={styles.row}>
      <CreateTeam stageId={stageId} base={base} />
      <JoinByCode stageId={stageId} base={base} />
      <BeFound stageId={stageId} looking={looking} onStory={onStory} />
    </div>
  )
}

function CreateTeam({ stageId, base }: { stageId: number; base: string }) {
  const navigate = useNavigate()
  const { pending, change } = useTeamChange()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string | null>(null)

  async function create(event: FormEvent) {
    event.preventDefault()
    const wrong = teamNameFault(name)
    setFault(wrong)
    if (wrong) return document.getElementById('field-new_team_name')?.focus()
    const done = await change(
      'create',
      () => createTeam(stageId, name),
      `Команда «${name.trim()}» создана`,
      (error) => {
        setFault((isFailure(error) && error.fields.team_name?.message) || failureText(error))
      },
    )
    if (done) await navigate({ to: base })
  }

  return (
    <Panel title="Создать команду">
      <form className={styles.form} onSubmit={create} noValidate>
        <TextField
          label="Название команды"
          name="new_team_name"
          hint="Вы станете капитаном и сможете звать людей"
          value={name}
          error={fault}
          onChange={(next) => {
            setName(next)
            setFault(null)
          }}
        />
        <p>
          <Button type="submit" pending={pending !== null} pendingText="Создаём команду…">
            Создать
          </Button>
        </p>
      </form>
    </Panel>
  )
}

function JoinByCode({ stageId, base }: { stageId: number; base: string }) {
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const finding = useFindByCode(stageId)

  function find(event: FormEvent): void {
    event.preventDefault()
    if (finding.isPending) return
    const typed = code.trim()
    if (typed === '') setFault('Введите код: его знает капитан команды')
    else
      finding.mutate(typed, {
        onSuccess: ({ team_id }) => navigate({ to: `${base}/${team_id}`, search: { code: typed } as never }),
        onError: (error) => setFault(failureText(error)),
      })
  }

  return (
    <Panel title="Есть код приглашения?">
      <form className={styles.form} onSubmit={find} noValidate>
        <TextField
          label="Код"
          name="team_code"
          hint="Десять букв и цифр, например abcde-23456"
          spellCheck={false}
          autoComplete="off"
          maxLength={40}
          value={code}
          error={fault}
          onChange={(next) => {
            setCode(next)
            setFault(null)
          }}
        />
        <p>
          <Button type="submit" kind="secondary" pending={finding.isPending} pendingText="Ищем команду…">
            Найти команду
          </Button>
        </p>
      </form>
    </Panel>
  )
}

function BeFound({ stageId, looking, onStory }: Omit<StartTeamProps, 'base'>) {
  const { change, pending } = useTeamChange()
  return (
    <Panel title="Пусть найдут вас">
      <div className={styles.form}>
        <Checkbox
          setting
          name="looking"
          label="Ищу команду"
          hint="Капитаны увидят ваше имя, регион и рассказ о себе"
          value={pending === 'look' ? !looking : looking}
          onChange={(next) =>
            void change(
              'look',
              () => setLooking(stageId, next),
              next ? 'Теперь капитаны видят вас' : 'Капитаны вас больше не видят',
            )
          }
        />
        <p>
          <Button kind="quiet" flush onClick={onStory}>
            Рассказать о себе
          </Button>
        </p>
      </div>
    </Panel>
  )
}
