import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { ChangeEmailForm } from './ChangeEmailForm.tsx'
import { OpenedRow } from './OpenedRow.tsx'
import { ProfileRow } from './ProfileRow.tsx'
import type { Profile } from './queries.ts'

/** The address of the account. An unconfirmed one has a page of its own. */
export function EmailRow({ profile: { email, email_verified } }: { profile: Profile }) {
  const row = { id: 'email', title: 'Электронная почта', state: email }
  if (!email_verified)
    return (
      <ProfileRow
        {...row}
        badge={<StatusBadge look="trouble">Не подтверждена</StatusBadge>}
        action={
          <PortalLinkButton kind="secondary" to="/profile/email">
            Подтвердить или исправить
          </PortalLinkButton>
        }
      />
    )
  return (
    <OpenedRow {...row} badge={<StatusBadge look="done">Подтверждена</StatusBadge>} action="Сменить почту">
      {({ close, cancel }) => <ChangeEmailForm onDone={() => close('Почта изменена')} onCancel={cancel} />}
    </OpenedRow>
  )
}
