import { useState } from 'react'
import { teamPaper } from '#shared/programme/team-formation/papers.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { bringLetter, downloadPaper, type Team, type TeamChange } from './queries.ts'
import { TeamFile } from './TeamFile.tsx'
import styles from './TeamFormation.module.css'

interface HeadLetterProps {
  team: Team
  letter: NonNullable<Team['letter']>
  changing: TeamChange
}

/** The letter from the head: the captain brings it, everybody in the team reads it. */
export function HeadLetter({ team, letter: { file }, changing }: HeadLetterProps) {
  const [fault, setFault] = useState<string | null>(null)
  const brings = team.may.includes('manage')
  return (
    <Panel title="Письмо от руководителя">
      <div className={styles.section}>
        {file && (
          <p>
            <AttachedFile name={file.name} onDownload={() => downloadPaper(team.team_id, file.file_id)} />
          </p>
        )}
        {!file && (
          <p className={styles.quiet}>
            {brings
              ? 'Без него команда не собрана.'
              : 'Письма ещё нет. Его прикладывает капитан, пока состав можно менять.'}
          </p>
        )}
        {brings && (
          <TeamFile
            field={{ ...teamPaper.letter, label: 'Файл письма' }}
            name="head-letter"
            value={file ? [file] : []}
            error={fault}
            required
            onChange={(files) => {
              const letter = files.slice(-1)
              setFault(null)
              void changing.change(
                'letter',
                () => bringLetter(team.team_id, letter),
                letter.length > 0 ? 'Письмо приложено' : 'Письмо убрано',
                (error) => setFault((isFailure(error) && error.fields.letter?.message) || failureText(error)),
              )
            }}
          />
        )}
      </div>
    </Panel>
  )
}
