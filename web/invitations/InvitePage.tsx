import { useQuery } from '@tanstack/react-query'
import { counted, plural } from '#shared/time/plural.ts'
import { useCompetition } from '#web/competitions/queries.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './Invite.module.css'
import { InvitedPeople } from './InvitedPeople.tsx'
import { InviteLink } from './InviteLink.tsx'
import { LetterForm } from './LetterForm.tsx'
import { inviteQuery } from './queries.ts'

/** Inviting others by a letter, a link or a QR code, and who has registered. */
export function InvitePage() {
  const competition = useCompetition()
  const code = competition?.code ?? ''
  const { data: invite, error, refetch } = useQuery({ ...inviteQuery(code), enabled: code !== '' })
  const open = competition?.registration_open ?? false
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title="Пригласить друга" />
        {open ? (
          <p className={styles.lead}>
            Позовите в конкурс друга или коллегу. Когда человек зарегистрируется, его имя появится на этой странице.
          </p>
        ) : (
          <Notice tone="info" title="Регистрация в конкурс сейчас закрыта">
            Приглашать можно, пока она открыта.
          </Notice>
        )}
      </header>
      <div className={styles.columns}>
        {open && (
          <Panel title="Письмом">
            <LetterForm competition={code} />
          </Panel>
        )}
        {open && (
          <div className={styles.link}>
            <Panel title="Ссылкой">
              {invite ? (
                <InviteLink link={invite.link} competition={competition?.title ?? ''} />
              ) : error ? (
                <EmptyState
                  kind="failed"
                  level={3}
                  title="Ссылка не загрузилась"
                  action={<Button onClick={() => refetch()}>Повторить</Button>}
                >
                  {failureText(error)}
                </EmptyState>
              ) : (
                <Skeleton lines={5} height="3rem" label="Загружаем ссылку…" />
              )}
            </Panel>
          </div>
        )}
        <Panel title="Кто пришёл">
          {invite && invite.letters + invite.came > 0 && <p className={styles.counts}>{countsInWords(invite)}</p>}
          <InvitedPeople competition={code} open={open} />
        </Panel>
      </div>
    </div>
  )
}

const countsInWords = ({ letters, came }: { letters: number; came: number }): string =>
  [
    `Писем отправлено: ${letters}.`,
    came > 0 &&
      `По письмам и ссылке ${plural(came, 'пришёл', 'пришли', 'пришло')} ${counted(came, 'человек', 'человека', 'человек')}.`,
  ]
    .filter(Boolean)
    .join(' ')
