import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { flagTitles } from '#shared/accounts/rights/flag-titles.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import styles from '#web/accounts/auth/Entrance.module.css'
import { KnownUsername } from '#web/accounts/auth/KnownUsername.tsx'
import { type NewPassword, NewPasswordFields, newPasswordFaults } from '#web/accounts/auth/NewPasswordFields.tsx'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'

type Invitation = Answer<'POST /auth/staff-invitation/read'>

/** The page behind the link of a letter that invites somebody of the staff. */
export function StaffInvitationPage() {
  // The token is after the «#». It is read once and removed from the address, so that nobody can read it on the screen.
  const [token] = useState(() => window.location.hash.slice(1))
  const invitation = useQuery({
    queryKey: ['staff-invitation', token],
    queryFn: () => api('POST /auth/staff-invitation/read', { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Card>
      <PageHeading title={token === '' ? 'Нужна полная ссылка' : 'Приглашение'} size={2} />
      {token === '' ? (
        <div className={styles.form}>
          <p>Откройте ссылку из письма целиком: важна и часть после знака «#».</p>
          <p>
            <PortalLinkButton to="/" kind="secondary">
              На главную
            </PortalLinkButton>
          </p>
        </div>
      ) : (
        <QueryStates of={[invitation]} loading="Открываем приглашение" failed="Приглашение не открылось">
          {(found) => <Accepting token={token} invitation={found} />}
        </QueryStates>
      )}
    </Card>
  )
}

type Name = 'last_name' | 'first_name' | 'middle_name'

const missing: Partial<Record<Name, string>> = { last_name: 'Введите фамилию', first_name: 'Введите имя' }
const dutyWords = { check: 'проверять работы', judge: 'оценивать работы' }

function Accepting({ token, invitation }: { token: string; invitation: Invitation }) {
  const navigate = useNavigate()
  const [joined, setJoined] = useState(false)
  const [person, setPerson] = useState<Record<Name, string>>({ last_name: '', first_name: '', middle_name: '' })
  const [password, setPassword] = useState({ password: '', confirmation: '' })
  const known = invitation.has_account
  const organises = invitation.rights.length > 0
  const helpsOnly = invitation.duties.length === 0 && !organises
  const beginning = organises ? '/admin' : helpsOnly ? '/mentor' : '/desk'
  const { form, faults, failure, pending, submit } = useCheckedForm<Name | keyof NewPassword>({
    check: () =>
      known
        ? {}
        : {
            ...newPasswordFaults(password),
            ...Object.fromEntries(Object.entries(missing).filter(([name]) => person[name as Name].trim() === '')),
          },
    send: async () => {
      const own = { ...person, password: password.password, password_confirmation: password.confirmation }
      const { access_token } = await api('POST /auth/staff-invitation', {
        body: known ? { token } : { token, person: own },
      })
      if (access_token === null) return setJoined(true)
      session.set(access_token)
      await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })
      showBanner('Учётная запись создана, приглашение принято', 'success')
      await navigate({ to: beginning, replace: true })
    },
  })
  const field = (name: Name) => ({
    name,
    value: person[name],
    onChange: (value: string) => setPerson({ ...person, [name]: value }),
    error: faults[name],
  })
  if (joined)
    return (
      <div className={styles.form} role="status">
        <p>
          Приглашение принято. Войдите, как обычно:{' '}
          {organises
            ? 'конкурс ждёт в управлении.'
            : helpsOnly
              ? 'участники и встречи наставника на его странице.'
              : 'работы ждут на рабочем столе.'}
        </p>
        <p>
          <PortalLinkButton to={beginning}>
            {organises ? 'К управлению' : helpsOnly ? 'К участникам' : 'На рабочий стол'}
          </PortalLinkButton>
        </p>
      </div>
    )
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {invitation.duties.map(({ duty, stage, competition }) => (
        <p key={`${competition} ${stage} ${duty}`}>
          Вас приглашают {dutyWords[duty]} конкурса «{competition}», этап «{stage}».
        </p>
      ))}
      {[...new Set(invitation.rights.map(({ competition }) => competition))].map((competition) => (
        <p key={competition}>
          {competition === null
            ? 'Вас приглашают вести портал, во всех конкурсах.'
            : `Вас приглашают организатором конкурса ${quoted(competition)}.`}{' '}
          Вам откроется:{' '}
          {invitation.rights
            .filter((right) => right.competition === competition)
            .map(({ flag }) => flagTitles[flag].toLocaleLowerCase('ru'))
            .join('; ')}
          .
        </p>
      ))}
      {organises && (
        <p>Управление откроется, когда вы подключите второй фактор входа: приложение с кодами, в профиле.</p>
      )}
      {invitation.mentors.map((mentor) => (
        <p key={mentor}>Наставник просит вас отвечать за него: {mentor}.</p>
      ))}
      <FailureNotice error={failure} />
      {known ? (
        <p>С почтой {invitation.email} уже есть учётная запись. Примите приглашение и войдите в неё, как обычно.</p>
      ) : (
        <>
          <p>Входить будете по почте {invitation.email} и паролю.</p>
          <TextField label="Фамилия" autoComplete="family-name" maxLength={100} {...field('last_name')} />
          <TextField label="Имя" autoComplete="given-name" maxLength={100} {...field('first_name')} />
          <TextField
            label="Отчество"
            hint="Если отчества нет, оставьте поле пустым"
            autoComplete="additional-name"
            maxLength={100}
            {...field('middle_name')}
          />
          <KnownUsername value={invitation.email} />
          <NewPasswordFields value={password} onChange={setPassword} faults={faults} />
        </>
      )}
      <Button type="submit" wide pending={pending} pendingText="Принимаем…">
        Принять приглашение
      </Button>
    </form>
  )
}
