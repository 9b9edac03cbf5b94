import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type FailureCode, isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'

type Faults<Field extends string> = Partial<Record<Field, string>>

interface CheckedForm<Field extends string> {
  /** The faults found before the server is called. */
  check: () => Faults<Field>
  send: () => Promise<unknown>
  /** The field of each refusal; others are shown above the form. */
  places?: Partial<Record<FailureCode, Field>>
  /** The field for a wrong password. */
  password?: Field
}

/** A small form: validates, sends, shows faults at their fields; the first faulty field takes the focus. */
export function useCheckedForm<Field extends string>({ check, send, places = {}, password }: CheckedForm<Field>) {
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<Faults<Field>>({})
  const { mutate, reset, isPending, error } = useMutation({ mutationFn: send })
  const refused = refusedField()
  const faults = refused ?? missing
  // biome-ignore lint/correctness/useExhaustiveDependencies: new faults move the focus, and only they
  useEffect(() => {
    if (Object.values(faults).some(Boolean)) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [missing, error])

  function refusedField(): Faults<Field> | null {
    if (password && isFailure(error, 'fresh_login_required', 'wrong_credentials'))
      return { [password]: 'Неверный пароль' } as Faults<Field>
    const place = isFailure(error) && places[error.code]
    return place ? ({ [place]: failureText(error) } as Faults<Field>) : null
  }

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isPending) return
    const found = check()
    setMissing(found)
    if (Object.values(found).some(Boolean)) reset()
    else mutate()
  }
  return { form, faults, failure: refused ? null : error, pending: isPending, submit }
}
