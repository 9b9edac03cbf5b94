import type { FormSection } from '#shared/forms/field.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { FieldView } from './FieldView.tsx'
import styles from './FormSections.module.css'
import type { FormStore } from './form-store.ts'
import { useFormValue } from './use-form.ts'

interface FormSectionsProps {
  store: FormStore
  /** Only the section with this index, counted from 0; all by default. */
  section?: number
}

export const sectionId = (code: string) => `section-${code}`

/** The form by sections. Sections in which nothing is asked are left out. */
export function FormSections({ store, section }: FormSectionsProps) {
  const { sections } = store.schema
  const shown = section === undefined ? sections : sections.slice(section, section + 1)
  return (
    <div className={styles.sections}>
      {shown.map((each) => (
        <Section key={each.code} store={store} section={each} />
      ))}
    </div>
  )
}

function Section({ store, section }: { store: FormStore; section: FormSection }) {
  const asked = useFormValue(store, () => section.fields.some((field) => store.asked(field)))
  if (!asked) return null
  const id = sectionId(section.code)
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <Heading level={2} size={2} id={`${id}-title`}>
        {section.title}
      </Heading>
      {section.hint && <p className={styles.hint}>{section.hint}</p>}
      <div className={styles.fields}>
        {section.fields.map((field) => (
          <FieldView key={field.name} store={store} field={field} path={field.name} />
        ))}
      </div>
    </section>
  )
}
