import Crown from 'lucide-react/icons/crown'
import UserMinus from 'lucide-react/icons/user-minus'
import { useState } from 'react'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { type Seat, Seats } from '#web/programme/regional-teams/Seats.tsx'
import { removeMember, settleMember, type Team, type TeamChange, type TeamMember } from './queries.ts'

interface TeamSeatsProps {
  team: Team
  /** «4 из 5» */
  words: string
  changing: TeamChange
  onCall: (() => void) | undefined
}

/** Who is in the team. The captain may hand the team over or remove a member; both are confirmed first. */
export function TeamSeats({ team, words, changing, onCall }: TeamSeatsProps) {
  const [asked, setAsked] = useState<{ act: 'captain' | 'remove'; member: TeamMember } | null>(null)
  const manages = team.may.includes('manage')
  const seats = team.members.map((member) => ({
    ...seatOf(member, true),
    acts:
      manages && !member.me
        ? [
            {
              id: 'captain',
              label: 'Сделать капитаном',
              icon: <Crown aria-hidden="true" />,
              onAction: () => setAsked({ act: 'captain', member }),
            },
            {
              id: 'remove',
              label: 'Исключить',
              icon: <UserMinus aria-hidden="true" />,
              danger: true,
              onAction: () => setAsked({ act: 'remove', member }),
            },
          ]
        : [],
  }))

  function act() {
    if (!asked) return
    const { act: what, member } = asked
    setAsked(null)
    if (what === 'captain')
      void changing.change(
        'captain',
        () => settleMember(team.team_id, member.user_id, 'captain'),
        `Новый капитан — ${fullName(member)}`,
      )
    else
      void changing.change(
        'remove',
        () => removeMember(team.team_id, member.user_id),
        `${fullName(member)} больше не в команде`,
      )
  }

  return (
    <>
      <Seats label={`Состав: ${words}`} seats={seats} free={team.places_left} onCall={onCall} />
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
    </>
  )
}

/** A member as a seat; what the person lacks is known to teammates only. */
export function seatOf(member: TeamMember, inside: boolean): Seat {
  const { user_id, captain, me, region, lacks } = member
  const role = [me && 'это вы', captain && 'капитан'].filter(Boolean).join(', ')
  return {
    id: user_id,
    name: fullName(member),
    listedName: formalName(member),
    avatar: member.avatar,
    note: lacks[0] ?? (role || region || 'участник'),
    ready: inside ? lacks.length === 0 : null,
  }
}
