import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import rows from '#web/accounts/registration/ConsentsStep.module.css'
import { ConsentTerms } from '#web/accounts/registration/ConsentTerms.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { ApplicationExtras } from './application-draft.ts'
import type { RegistrationForm } from './queries.ts'
import styles from './RegistrationScreen.module.css'

interface ConsentStepProps {
  form: RegistrationForm
  extras: ApplicationExtras
  faults: FieldFaults
  onChange: (next: Partial<ApplicationExtras>) => void
}

/** Each consent separately, with its terms; and the promo code when one is asked for. */
export function ConsentStep({ form, extras, faults, onChange }: ConsentStepProps) {
  function give(code: string, version: number, given: boolean): void {
    const { [code]: _, ...others } = extras.consents
    onChange({ consents: given ? { ...others, [code]: version } : others })
  }
  return (
    <section className={styles.group}>
      <Heading level={2}>Согласия</Heading>
      {form.documents.map(({ code, title, version, required, ...terms }) => (
        <div key={code} className={rows.row}>
          <Checkbox
            label={title}
            name={`consents.${code}`}
            required={required}
            value={extras.consents[code] === version}
            error={faults[`consents.${code}`]?.message ?? null}
            onChange={(given) => give(code, version, given)}
          />
          <div className={rows.terms}>
            <ConsentTerms title={title} {...terms} read={`Прочитать текст полностью, редакция №\u00a0${version}`} />
          </div>
        </div>
      ))}
      {form.asks_promocode && (
        <TextField
          label="Промокод"
          name="promocode"
          hint="Если вас пригласили с промокодом"
          required={false}
          maxLength={64}
          autoComplete="off"
          value={extras.promocode}
          error={faults.promocode?.message ?? null}
          onChange={(promocode) => onChange({ promocode })}
        />
      )}
    </section>
  )
}
