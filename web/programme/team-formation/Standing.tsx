import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { CompetitionField } from '#web/seasons/competitions/CompetitionField.tsx'
import type { Teams } from './queries.ts'
import styles from './Standing.module.css'
import { StartTeam } from './StartTeam.tsx'
import { TeamElsewhere } from './TeamElsewhere.tsx'

interface StandingProps {
  data: Teams
  stageId: number
  base: string
  onStory: () => void
}

/** The person's situation: in a team, invited to some, without one, or late. */
export function Standing({ data, stageId, base, onStory }: StandingProps) {
  const { team_id, may_change, elsewhere } = data
  const invitations = elsewhere ? [] : data.invitations
  const { title, words } = inWords(data)
  return (
    <>
      <CompetitionField className={styles.field}>
        <div className={styles.words}>
          <Heading level={2} size={1}>
            {title}
          </Heading>
          {words && <p>{words}</p>}
        </div>
        {team_id !== null && (
          <PortalLinkButton to={base} kind="field">
            К моей команде
          </PortalLinkButton>
        )}
        {team_id === null && may_change && invitations.length > 0 && (
          <ul className={styles.invitations}>
            {invitations.map((team) => (
              <li key={team.team_id}>
                <PortalLinkButton to={`${base}/${team.team_id}`} kind="field">
                  {quoted(team.name)}
                  <VisuallyHidden>: посмотреть команду</VisuallyHidden>
                </PortalLinkButton>
              </li>
            ))}
          </ul>
        )}
      </CompetitionField>
      {may_change && elsewhere && <TeamElsewhere team={elsewhere} />}
      {team_id === null && may_change && !elsewhere && (
        <StartTeam stageId={stageId} base={base} looking={data.looking} onStory={onStory} />
      )}
    </>
  )
}

function inWords({ team_id, may_change, reason, invitations, size, elsewhere }: Teams): {
  title: string
  words: string
} {
  if (!may_change)
    return {
      title: 'Состав команд уже не меняется',
      words: `${reason}. ${team_id === null ? 'Вы не вошли ни в одну команду.' : ''}`,
    }
  if (team_id !== null) return { title: 'Вы в команде', words: '' }
  if (elsewhere) return { title: 'На этом этапе вы пока без команды', words: '' }
  const people =
    size.min === size.max ? counted(size.min, 'человек', 'человека', 'человек') : `${size.min}–${size.max} человек`
  const ways = 'свою, войдите по коду или попроситесь в готовую.'
  if (invitations.length === 0) return { title: 'Вы пока без команды', words: `В команде ${people}. Соберите ${ways}` }
  return {
    title: invitations.length === 1 ? 'Вас зовут в команду' : 'Вас зовут в команды',
    words: `В команде ${people}. Примите приглашение или соберите ${ways}`,
  }
}
