import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fullName } from '#shared/people/full-name.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { removeMember, type Team, type TeamChange } from './queries.ts'

/** Leaving one's own team; the question says what happens to the team. */
export function LeaveTeam({ team, base, changing }: { team: Team; base: string; changing: TeamChange }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  if (!team.may.includes('leave')) return null

  async function leave() {
    setAsked(false)
    // The list opens first: the page of a team that one has left, or that is gone, has nothing to show.
    await changing.change(
      'leave',
      async () => {
        await removeMember(team.team_id, session.claims()?.test_id ?? 0)
        await navigate({ to: `${base}/list` })
      },
      `Вы вышли из команды «${team.name}»`,
    )
  }

  return (
    <>
      <Button kind="quiet" flush pending={changing.pending === 'leave'} onClick={() => setAsked(true)}>
        {team.members.length === 1 ? 'Распустить команду' : 'Выйти из команды'}
      </Button>
      <Dialog
        title={team.members.length === 1 ? 'Распустить команду?' : 'Выйти из команды?'}
        role="alertdialog"
        size="s"
        isOpen={asked}
        onClose={() => setAsked(false)}
        actions={
          <>
            <Button kind="danger" onClick={leave}>
              {team.members.length === 1 ? 'Распустить' : 'Выйти'}
            </Button>
            <Button kind="quiet" onClick={() => setAsked(false)}>
              Остаться
            </Button>
          </>
        }
      >
        <p>{becomes(team)}</p>
      </Dialog>
    </>
  )
}

function becomes({ standing, members, name }: Team): string {
  const [next] = members.filter(({ me }) => !me)
  if (!next) return `Кроме вас в команде «${name}» никого нет: она исчезнет, а её название освободится.`
  const place = `Ваше место в команде «${name}» освободится.`
  return standing === 'captain' ? `${place} Капитаном станет ${fullName(next)}.` : place
}
