import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { FlagChoice } from './FlagChoice.tsx'

interface InviteFormProps<Flag> {
  title: string
  /** The rights that can be given there. */
  flags: readonly Flag[]
  where: string
  /** Asked between the address and the rights. */
  children?: ReactNode
  /** The id of what is not answered there. */
  fault?: string | null
  invite: UseMutationResult<unknown, unknown, { email: string; flags: Flag[] }>
}

/** A letter with a link that gives rights once. */
export function InviteForm<Flag extends AdminFlag>(props: InviteFormProps<Flag>) {
  const { title, flags: offered, where, children, fault = null, invite } = props
  const [email, setEmail] = useState('')
  const [chosen, setFlags] = useState<Flag[]>([])
  const [tried, setTried] = useState(false)
  const flags = chosen.filter((flag) => offered.includes(flag))
  const faults = {
    email: isEmail(email.trim()) ? null : 'Напишите адрес почты',
    flags: flags.length > 0 ? null : 'Отметьте хотя бы одно право',
  }
  const send = () => {
    setTried(true)
    const first = faults.email ? 'field-invite-email' : (fault ?? (faults.flags && 'field-invite-flags'))
    if (first) return document.getElementById(first)?.focus()
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
    <Panel title={title}>
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
        {children}
        <FlagChoice
          name="invite-flags"
          flags={offered}
          where={where}
          value={flags}
          onChange={setFlags}
          error={tried ? faults.flags : null}
        />
        <FailureNotice error={invite.error} />
        <Button type="submit" pending={invite.isPending}>
          Пригласить
        </Button>
      </form>
    </Panel>
  )
}
