import { useQuery } from '@tanstack/react-query'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useCompetition } from '#web/seasons/competitions/queries.ts'
import styles from './Invite.module.css'
import { InvitedPeople } from './InvitedPeople.tsx'
import { InviteLink } from './InviteLink.tsx'
import { LetterForm } from './LetterForm.tsx'
import { inviteQuery } from './queries.ts'

/** Inviting others by a letter, a link or a QR code, and who has registered. */
export function InvitePage() {
  const competition = useCompetition()
  const code = competition?.code ?? ''
  const query = useQuery({ ...inviteQuery(code), enabled: code !== '' })
  const invite = query.data
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
              <QueryStates
                of={[query]}
                loading="Загружаем ссылку…"
                failed="Ссылка не загрузилась"
                lines={5}
                height="3rem"
                level={3}
              >
                {({ link }) => <InviteLink link={link} competition={competition?.title ?? ''} />}
              </QueryStates>
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
