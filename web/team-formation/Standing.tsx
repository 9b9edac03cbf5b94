import { counted } from '#shared/time/plural.ts'
import { CompetitionField } from '#web/competitions/CompetitionField.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import type { Teams } from './queries.ts'
import styles from './Standing.module.css'
import { StartTeam } from './StartTeam.tsx'

interface StandingProps {
  data: Teams
  stageId: number
  base: string
  onStory: () => void
}

/** How the person stands: in a team, invited to some, without one, or late. */
export function Standing({ data, stageId, base, onStory }: StandingProps) {
  const { team_id, may_change, invitations, size } = data
  if (team_id !== null)
    return (
      <p>
        <PortalLinkButton to={base} kind="secondary">
          К моей команде
        </PortalLinkButton>
      </p>
    )
  if (!may_change)
    return <Notice title="Состав команд уже не меняется">{data.reason}. Вы не вошли ни в одну команду.</Notice>
  const people =
    size.min === size.max ? counted(size.min, 'человек', 'человека', 'человек') : `${size.min}–${size.max} человек`
  return (
    <>
      <CompetitionField className={styles.field}>
        <div className={styles.words}>
          <Heading level={2} size={1}>
            {invitations.length === 0
              ? 'Вы пока без команды'
              : invitations.length === 1
                ? 'Вас зовут в команду'
                : 'Вас зовут в команды'}
          </Heading>
          <p>
            В команде {people}. {invitations.length > 0 && 'Примите приглашение или '}
            {invitations.length > 0 ? 'соберите' : 'Соберите'} свою, войдите по коду или попроситесь в готовую.
          </p>
        </div>
        {invitations.length > 0 && (
          <ul className={styles.invitations}>
            {invitations.map((team) => (
              <li key={team.team_id}>
                <PortalLinkButton to={`${base}/${team.team_id}`} kind="field">
                  «{team.name}»<VisuallyHidden>: посмотреть команду</VisuallyHidden>
                </PortalLinkButton>
              </li>
            ))}
          </ul>
        )}
      </CompetitionField>
      <StartTeam stageId={stageId} base={base} looking={data.looking} onStory={onStory} />
    </>
  )
}
