import { Fragment, type ReactNode } from 'react'
import type { FormField, FormSection } from '#shared/forms/fields/field.ts'
import { sectionFacts } from '#shared/forms/fields/section-facts.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { FieldView } from './FieldView.tsx'
import styles from './FormSections.module.css'
import type { FormStore } from './form-store.ts'
import { useFormValue } from './use-form.ts'

interface FormSectionsProps {
  store: FormStore
  /** Only the section with this index, counted from 0; all by default. */
  section?: number
  /** The level of the sections' titles; 3 for a form inside a section of the page. */
  level?: 2 | 3
  /** A view in place of the usual one of a field; null for the usual one. */
  drawn?: (field: FormField) => ReactNode | null
  /** For settings: short fields without a hint are beside each other where there is room. */
  dense?: boolean
  /** Sections that are rarely edited: a line says what is set in them, until they are opened. */
  folded?: (section: FormSection) => boolean
  /** The line of a folded section in place of its usual one; null for the usual one. */
  says?: (section: FormSection) => ReactNode | null
}

export const sectionId = (code: string) => `section-${code}`

/** The form by sections. Sections in which nothing is asked are left out. */
export function FormSections({ store, section, level = 2, drawn, dense = false, folded, says }: FormSectionsProps) {
  const { sections } = store.schema
  const shown = section === undefined ? sections : sections.slice(section, section + 1)
  return (
    <div className={dense ? `${styles.sections} ${styles.dense}` : styles.sections}>
      {shown.map((each) => (
        <Section
          key={each.code}
          store={store}
          section={each}
          level={level}
          folded={folded?.(each) ?? false}
          {...(drawn && { drawn })}
          {...(says && { says })}
        />
      ))}
    </div>
  )
}

type SectionProps = Pick<FormSectionsProps, 'store' | 'drawn' | 'says'> & {
  section: FormSection
  level: 2 | 3
  folded: boolean
}

function Section({ store, section, level, drawn, folded, says }: SectionProps) {
  const asked = useFormValue(store, () => section.fields.some((field) => store.asked(field)))
  if (!asked) return null
  const id = sectionId(section.code)
  const heading = (
    <Heading level={level} size={level === 2 ? 2 : 4} id={`${id}-title`}>
      {section.title}
    </Heading>
  )
  const inside = (
    <>
      {section.hint && <p className={styles.hint}>{section.hint}</p>}
      <div className={styles.fields}>
        {section.fields.map((field) => (
          <Fragment key={field.name}>
            {drawn?.(field) ?? <FieldView store={store} field={field} path={field.name} />}
          </Fragment>
        ))}
      </div>
    </>
  )
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`} tabIndex={-1}>
      {folded ? (
        <FoldedSection store={store} section={section} heading={heading} says={says?.(section) ?? null}>
          {inside}
        </FoldedSection>
      ) : (
        <>
          {heading}
          {inside}
        </>
      )}
    </section>
  )
}

interface FoldedSectionProps {
  store: FormStore
  section: FormSection
  heading: ReactNode
  says: ReactNode | null
  children: ReactNode
}

function FoldedSection({ store, section, heading, says, children }: FoldedSectionProps) {
  const usual = useFormValue(store, () => sectionFacts(store.schema, section.code, store.data()))
  const faulty = useFormValue(store, () => {
    const names = new Set(section.fields.map(({ name }) => name))
    return Object.keys(store.faults()).some((path) => names.has(path.split('.')[0] ?? ''))
  })
  return (
    <Fold
      heading={heading}
      title={section.title}
      says={says ?? <Facts of={usual} />}
      needed={faulty}
      name={sectionId(section.code)}
    >
      {children}
    </Fold>
  )
}
