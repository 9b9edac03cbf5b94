import { useMutation } from '@tanstack/react-query'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './JudgingPanel.module.css'
import { type Judging, useShowJudging, withdrawInvitation } from './panel-queries.ts'

const wordsOf = (sentAt: string) => {
  const sent = parseWire(sentAt)
  return sent ? `письмо от ${showDate(sent)}` : ''
}

interface OpenInvitationsProps {
  place: StagePanelProps
  invitations: Judging['invitations']
}

/** Letters to people without an account that have not been answered. */
export function OpenInvitations({ place, invitations }: OpenInvitationsProps) {
  const show = useShowJudging(place)
  const withdrawing = useMutation({
    mutationFn: (email: string) => withdrawInvitation(place, email),
    onSuccess: (judging, email) => {
      show(judging)
      showBanner(`Приглашение на ${email} отозвано`, 'success')
    },
    onError: (error) => showBanner(failureText(error)),
  })
  return (
    <div className={styles.part}>
      <Heading level={4} size={4}>
        Приглашены и ещё не ответили
      </Heading>
      <ul className={styles.invitations}>
        {invitations.map(({ email, sent_at, expired }) => (
          <li key={email} className={styles.row}>
            <span>
              {email} <span className={styles.quiet}>{expired ? 'ссылка устарела' : wordsOf(sent_at)}</span>
            </span>
            <Button
              kind="quiet"
              pending={withdrawing.isPending && withdrawing.variables === email}
              onClick={() => withdrawing.mutate(email)}
            >
              Отозвать
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
