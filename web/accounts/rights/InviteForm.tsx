import { useState } from 'react'
import type { GivenFlag } from '#shared/accounts/rights/flag-titles.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { FlagChoice } from './FlagChoice.tsx'
import { useInvite } from './queries.ts'

/** A letter with a link that gives rights once. */
export function InviteForm({ competition }: { competition: string }) {
  const [email, setEmail] = useState('')
  const [flags, setFlags] = useState<GivenFlag[]>([])
  const [tried, setTried] = useState(false)
  const invite = useInvite(competition)
  const faults = {
    email: isEmail(email.trim()) ? null : 'Напишите адрес почты',
    flags: flags.length > 0 ? null : 'Отметьте хотя бы одно право',
  }
  const send = () => {
    setTried(true)
    const [fault] = (['email', 'flags'] as const).filter((field) => faults[field])
    if (fault) return document.getElementById(`field-invite-${fault}`)?.focus()
    invite.mutate(
      { email: email.trim(), flags },
      {
        onSuccess() {
          setEmail('')
          setFlags([])
          setTried(false)
        },
      },
    )
  }
  return (
    <Panel title="Пригласить организатора">
      <form
        className={lists.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!invite.isPending) send()
        }}
      >
        <TextField
          name="invite-email"
          label="Почта"
          hint="Придёт письмо со ссылкой. Она действует один раз и 14 дней"
          type="email"
          autoComplete="off"
          maxLength={254}
          error={tried ? faults.email : null}
          value={email}
          onChange={setEmail}
        />
        <FlagChoice name="invite-flags" value={flags} onChange={setFlags} error={tried ? faults.flags : null} />
        <FailureNotice error={invite.error} />
        <Button type="submit" pending={invite.isPending}>
          Пригласить
        </Button>
      </form>
    </Panel>
  )
}
