import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { removeMember, type Teams, useTeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

/** For a person in a team of another stage: they must leave it first, even when that stage is now hidden from them. */
export function TeamElsewhere({ team }: { team: NonNullable<Teams['elsewhere']> }) {
  const { send } = useTeamChange()
  const [asked, setAsked] = useState(false)
  const { team_id, name, stage } = team

  return (
    <Notice title={`Вы уже в команде ${quoted(name)}`}>
      <p>
        Этап «{stage}». В конкурсе у человека одна команда: чтобы собрать другую или вступить в неё, выйдите из этой.
      </p>
      <div className={styles.actions}>
        <Button kind="secondary" onClick={() => setAsked(true)}>
          Выйти из команды
        </Button>
      </div>
      {asked && (
        <Confirm
          title="Выйти из команды?"
          act="Выйти"
          danger
          send={() =>
            send(
              'leave',
              () => removeMember(team_id, session.claims()?.test_id ?? 0),
              `Вы вышли из команды ${quoted(name)}`,
            )
          }
          onClose={() => setAsked(false)}
        >
          <p>
            Вы больше не будете в команде {quoted(name)} этапа «{stage}». Если её состав уже закреплён, вернуться самому
            не получится.
          </p>
        </Confirm>
      )}
    </Notice>
  )
}
