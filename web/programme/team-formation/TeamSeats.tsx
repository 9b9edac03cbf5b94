import Crown from 'lucide-react/icons/crown'
import UserMinus from 'lucide-react/icons/user-minus'
import { useState } from 'react'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
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

  return (
    <>
      <Seats label={`Состав: ${words}`} seats={seats} free={team.places_left} onCall={onCall} />
      {asked?.act === 'captain' && (
        <Confirm
          title="Передать капитанство?"
          act="Передать"
          send={() =>
            changing.send(
              'captain',
              () => settleMember(team.team_id, asked.member.user_id, 'captain'),
              `Новый капитан — ${fullName(asked.member)}`,
            )
          }
          onClose={() => setAsked(null)}
        >
          <p>
            Капитаном станет <bdi>{fullName(asked.member)}</bdi>. Вы останетесь в команде участником.
          </p>
        </Confirm>
      )}
      {asked?.act === 'remove' && (
        <Confirm
          title="Исключить из команды?"
          act="Исключить"
          danger
          send={() =>
            changing.send(
              'remove',
              () => removeMember(team.team_id, asked.member.user_id),
              `${fullName(asked.member)} больше не в команде`,
            )
          }
          onClose={() => setAsked(null)}
        >
          <p>
            <bdi>{fullName(asked.member)}</bdi> получит уведомление, а место в команде освободится.
          </p>
        </Confirm>
      )}
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
