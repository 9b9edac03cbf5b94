import { type FormEvent, useState } from 'react'
import styles from '#web/auth/Entrance.module.css'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import texts from './ConsentsStep.module.css'
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
function consentFaults(form: RegistrationForm, given: GivenConsents): { name: string; message: string }[] {
  return form.documents
    .filter(({ code, version, required }) => required && given.consents[code] !== version)
    .map(({ code, title }) => ({ name: `consent-${code}`, message: `Подтвердите ${lowered(title)}` }))
}

/** Each document with its whole text before the checkbox. */
export function ConsentsStep({ form, given, onChange, onBack, onDone }: ConsentsStepProps) {
  const [faults, setFaults] = useState<{ name: string; message: string }[]>([])
  const [attempt, setAttempt] = useState(0)
  const faultOf = (name: string) => faults.find((fault) => fault.name === name)?.message
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = consentFaults(form, given)
    setFaults(found)
    setAttempt(attempt + 1)
    if (found.length === 0) onDone()
  }
  function agree(code: string, version: number, agreed: boolean) {
    const { [code]: _before, ...others } = given.consents
    onChange({ ...given, consents: agreed ? { ...others, [code]: version } : others })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ErrorSummary faults={faults} attempt={attempt} />
      {form.documents.map(({ code, title, text, version, required, purpose }) => (
        <section key={code} className={texts.document} aria-label={title}>
          <h3 className={texts.title}>{title}</h3>
          {purpose && <p className={styles.quiet}>{purpose}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
          <section className={texts.text} tabIndex={0} aria-label={`Текст: ${title}`}>
            {text}
          </section>
          <Checkbox
            label={`Подтверждаю: ${lowered(title)}`}
            name={`consent-${code}`}
            required={required}
            value={given.consents[code] === version}
            onChange={(agreed) => agree(code, version, agreed)}
            error={faultOf(`consent-${code}`)}
          />
        </section>
      ))}
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
