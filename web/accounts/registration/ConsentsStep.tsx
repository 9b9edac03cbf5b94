import { type FormEvent, useState } from 'react'
import styles from '#web/accounts/auth/Entrance.module.css'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import rows from './ConsentsStep.module.css'
import { ConsentTerms } from './ConsentTerms.tsx'
import type { GivenConsents } from './given-consents.ts'
import type { RegistrationForm } from './queries.ts'

interface ConsentsStepProps {
  form: RegistrationForm
  given: GivenConsents
  onChange: (given: GivenConsents) => void
  onBack: () => void
  onDone: () => void
}

/** A title for the middle of a sentence. */
const lowered = (title: string) => `${title.charAt(0).toLowerCase()}${title.slice(1)}`

/** Required consents that are missing. */
export function consentFaults(form: RegistrationForm, given: GivenConsents): { name: string; message: string }[] {
  return form.documents
    .filter(({ code, version, required }) => required && given.consents[code] !== version)
    .map(({ code, title }) => ({ name: `consent-${code}`, message: `Подтвердите ${lowered(title)}` }))
}

interface ConsentFieldsProps extends Pick<ConsentsStepProps, 'form' | 'given' | 'onChange'> {
  faultOf: (name: string) => string | undefined
}

/** Each document: the checkbox, what it is for, how long it lasts, and the whole text to open. */
export function ConsentFields({ form, given, onChange, faultOf }: ConsentFieldsProps) {
  function agree(code: string, version: number, agreed: boolean) {
    const { [code]: _before, ...others } = given.consents
    onChange({ ...given, consents: agreed ? { ...others, [code]: version } : others })
  }
  return form.documents.map(({ code, title, version, required, ...terms }) => (
    <div key={code} className={rows.row}>
      <Checkbox
        label={title}
        name={`consent-${code}`}
        required={required}
        value={given.consents[code] === version}
        onChange={(agreed) => agree(code, version, agreed)}
        error={faultOf(`consent-${code}`)}
      />
      <div className={rows.terms}>
        <ConsentTerms title={title} {...terms} />
      </div>
    </div>
  ))
}

/** The consents, and the promo code where one is asked for. */
export function ConsentsStep({ form, given, onChange, onBack, onDone }: ConsentsStepProps) {
  const [faults, setFaults] = useState<{ name: string; message: string }[]>([])
  const [attempt, setAttempt] = useState(0)
  // A fault disappears once its consent is given.
  const left = consentFaults(form, given)
  const shown = faults.filter((fault) => left.some(({ name }) => name === fault.name))
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = consentFaults(form, given)
    setFaults(found)
    setAttempt(attempt + 1)
    if (found.length === 0) onDone()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ErrorSummary faults={shown} attempt={attempt} />
      <ConsentFields
        form={form}
        given={given}
        onChange={onChange}
        faultOf={(name) => shown.find((fault) => fault.name === name)?.message}
      />
      {form.asks_promocode && (
        <TextField
          label="Промокод"
          name="promocode"
          required={false}
          autoComplete="off"
          value={given.promocode}
          onChange={(promocode) => onChange({ ...given, promocode })}
        />
      )}
      <p className={styles.buttons}>
        <Button type="submit">Продолжить</Button>
        <Button kind="quiet" onClick={onBack}>
          Назад
        </Button>
      </p>
    </form>
  )
}
