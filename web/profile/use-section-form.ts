import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type FailureCode, isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'

type Faults<Field extends string> = Partial<Record<Field, string>>

interface SectionForm<Field extends string> {
  /** The faults found before the server is called. */
  check: () => Faults<Field>
  send: () => Promise<void>
  /** The field of each refusal; others are shown above the form. */
  places?: Partial<Record<FailureCode, Field>>
  /** The field for a wrong password. */
  password?: Field
}

/** A section's form: validates, sends, shows faults at their fields; the first faulty field takes the focus. */
export function useSectionForm<Field extends string>({ check, send, places = {}, password }: SectionForm<Field>) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults<Field>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  useEffect(() => {
    if (Object.values(faults).some(Boolean)) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [faults])

  function fail(error: unknown) {
    if (password && isFailure(error, 'fresh_login_required', 'wrong_credentials'))
      return setFaults({ [password]: 'Неверный пароль' } as Faults<Field>)
    const place = isFailure(error) ? places[error.code] : undefined
    if (place) setFaults({ [place]: failureText(error) } as Faults<Field>)
    else setFailure(failureText(error))
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (pending) return
    const missing = check()
    setFaults(missing)
    setFailure(null)
    if (Object.values(missing).some(Boolean)) return
    setPending(true)
    try {
      await send()
    } catch (error) {
      fail(error)
    } finally {
      setPending(false)
    }
  }
  return { form, faults, failure, pending, submit }
}
