import { useState } from 'react'
import { fullName } from '#shared/people/full-name.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { removeMember, settleMember, type Team, type TeamChange, type TeamMember } from './queries.ts'
import styles from './TeamFormation.module.css'

/** Who is in the team. The captain may hand the team over or remove a member; both are confirmed first. */
export function TeamMembers({ team, changing }: { team: Team; changing: TeamChange }) {
  const [asked, setAsked] = useState<{ act: 'captain' | 'remove'; member: TeamMember } | null>(null)
  const manages = team.may.includes('manage')

  function act() {
    if (!asked) return
    const { act: what, member } = asked
    setAsked(null)
    if (what === 'captain')
      void changing.change(
        `captain-${member.user_id}`,
        () => settleMember(team.team_id, member.user_id, 'captain'),
        `Новый капитан — ${fullName(member)}`,
      )
    else
      void changing.change(
        `remove-${member.user_id}`,
        () => removeMember(team.team_id, member.user_id),
        `${fullName(member)} больше не в команде`,
      )
  }

  return (
    <Panel title="Участники">
      <ul className={styles.members}>
        {team.members.map((member) => (
          <li key={member.user_id} className={styles.member}>
            <div>
              <p className={styles.who}>
                {fullName(member)}
                <span className={styles.quiet}>{roleWords(member)}</span>
              </p>
              {member.region !== '' && <p className={styles.quiet}>{member.region}</p>}
              {member.skills !== '' && <p>{member.skills}</p>}
              {member.about !== '' && <p className={styles.about}>{member.about}</p>}
              {member.contact !== '' && <p className={styles.quiet}>Связаться: {member.contact}</p>}
            </div>
            {manages && !member.me && (
              <div className={styles.actions}>
                <Button
                  kind="quiet"
                  size="s"
                  flush
                  pending={changing.pending === `captain-${member.user_id}`}
                  onClick={() => setAsked({ act: 'captain', member })}
                >
                  Сделать капитаном<VisuallyHidden>: {fullName(member)}</VisuallyHidden>
                </Button>
                <Button
                  kind="quiet"
                  size="s"
                  flush
                  pending={changing.pending === `remove-${member.user_id}`}
                  onClick={() => setAsked({ act: 'remove', member })}
                >
                  Исключить<VisuallyHidden>: {fullName(member)}</VisuallyHidden>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        title={asked?.act === 'captain' ? 'Передать капитанство?' : 'Исключить из команды?'}
        role="alertdialog"
        size="s"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        actions={
          <>
            <Button kind={asked?.act === 'remove' ? 'danger' : 'primary'} onClick={act}>
              {asked?.act === 'captain' ? 'Передать' : 'Исключить'}
            </Button>
            <Button kind="quiet" onClick={() => setAsked(null)}>
              Отмена
            </Button>
          </>
        }
      >
        {asked && (
          <p>
            {asked.act === 'captain'
              ? `Капитаном станет ${fullName(asked.member)}. Вы останетесь в команде участником.`
              : `${fullName(asked.member)} получит уведомление, а место в команде освободится.`}
          </p>
        )}
      </Dialog>
    </Panel>
  )
}

const roleWords = ({ captain, me }: TeamMember): string =>
  captain ? (me ? ' — это вы, капитан' : ' — капитан') : me ? ' — это вы' : ''
