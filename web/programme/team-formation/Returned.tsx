import { fullName } from '#shared/platform/names/full-name.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { sendToCheck, type Team, type TeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

interface ReturnedProps {
  team: Team
  returned: NonNullable<Team['returned']>
  complete: boolean
  changing: TeamChange
}

/** What the check asks the team to correct, and the captain's button to send the team to the check again. */
export function Returned({ team, returned: { until, reason, remarks }, complete, changing }: ReturnedProps) {
  return (
    <Notice tone="warning" title={`Команду вернули на доработку: состав можно менять до ${momentInWords(until)}`}>
      {reason && <p>{reason}</p>}
      {remarks.length > 0 && (
        <ul className={styles.remarks} aria-label="Замечания">
          {remarks.map((remark) => (
            <li key={remark.user_id}>
              <strong>
                <bdi>{fullName(remark)}</bdi>:
              </strong>{' '}
              {remark.text}
            </li>
          ))}
        </ul>
      )}
      {team.standing === 'captain' && complete ? (
        <Button
          size="s"
          pending={changing.pending === 'check'}
          onClick={() => changing.change('check', () => sendToCheck(team.team_id), 'Состав отправлен на проверку')}
        >
          Отправить на проверку
        </Button>
      ) : (
        <p>
          {complete
            ? 'Когда всё исправлено, капитан отправит состав на проверку.'
            : 'Соберите состав, и капитан отправит его на проверку. Иначе проверят то, что будет к этому сроку.'}
        </p>
      )}
    </Notice>
  )
}
