import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Entrance.module.css'
import { type NewPassword, NewPasswordFields, newPasswordFaults } from './NewPasswordFields.tsx'

type Name = 'last_name' | 'first_name' | 'email'

const missing: Record<Name, string> = {
  last_name: 'Введите фамилию',
  first_name: 'Введите имя',
  email: 'Введите адрес электронной почты',
}

/** The page behind the link that the first start prints: makes the account of the first administrator. */
export function FirstAdministratorPage() {
  // The token is after the «#». It is read once and removed from the address, so that nobody can read it on the screen.
  const [token] = useState(() => window.location.hash.slice(1))
  const navigate = useNavigate()
  const [person, setPerson] = useState<Record<Name, string>>({ last_name: '', first_name: '', email: '' })
  const [password, setPassword] = useState({ password: '', confirmation: '' })
  const { form, faults, failure, pending, submit } = useCheckedForm<Name | keyof NewPassword>({
    check: () => ({
      ...newPasswordFaults(password),
      ...Object.fromEntries(Object.entries(missing).filter(([name]) => person[name as Name].trim() === '')),
    }),
    send: async () => {
      const body = { token, ...person, password: password.password, password_confirmation: password.confirmation }
      session.set((await api('POST /auth/first-administrator', { body })).access_token)
      await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })
      showBanner(
        'Учётная запись создана. Включите второй фактор входа: без него разделы организатора закрыты',
        'success',
      )
      await navigate({ to: '/profile/security', replace: true })
    },
  })
  const field = (name: Name) => ({
    name,
    value: person[name],
    onChange: (value: string) => setPerson({ ...person, [name]: value }),
    error: faults[name],
  })
  if (token === '') {
    return (
      <Card>
        <PageHeading title="Нужна полная ссылка" size={2} />
        <div className={styles.form}>
          <p>Откройте ссылку целиком, как её напечатал портал при запуске: важна и часть после знака «#».</p>
          <p>
            <PortalLinkButton to="/" kind="secondary">
              На главную
            </PortalLinkButton>
          </p>
        </div>
      </Card>
    )
  }
  return (
    <Card>
      <PageHeading title="Первый администратор" size={2} />
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <p>У этой учётной записи будут все права. Остальных организаторов вы назначите сами.</p>
        <FailureNotice error={failure} />
        <TextField label="Фамилия" autoComplete="family-name" maxLength={100} {...field('last_name')} />
        <TextField label="Имя" autoComplete="given-name" maxLength={100} {...field('first_name')} />
        <TextField
          label="Электронная почта"
          type="email"
          autoComplete="username"
          spellCheck={false}
          {...field('email')}
        />
        <NewPasswordFields value={password} onChange={setPassword} faults={faults} />
        <Button type="submit" wide pending={pending} pendingText="Создаём…">
          Создать учётную запись
        </Button>
      </form>
    </Card>
  )
}
