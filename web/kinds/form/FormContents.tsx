import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { sectionId } from '#web/forms/fields/FormSections.tsx'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { type SectionProgress, sectionProgress } from '#web/forms/fields/section-progress.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { goToPart } from '#web/platform/navigation/go-to-part.ts'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './FormContents.module.css'

/** Links to the sections of the form, with the progress of each. */
export function FormContents({ store, children }: { store: FormStore; children: ReactNode }) {
  const sections = useFormValue(store, () =>
    sectionProgress(store.schema, store.data(), store.faults(), store.remarked),
  )
  const needed = sections.reduce((sum, { required }) => sum + required, 0)
  const filled = sections.reduce((sum, section) => sum + section.filled, 0)
  return (
    <aside className={styles.contents}>
      {needed > 0 && (
        <ProgressBar label="Заполнено" value={filled} max={needed} text={`${outOf(filled, needed)} обязательных`} />
      )}
      {sections.length > 1 && (
        <nav aria-label="Разделы анкеты">
          <ol className={styles.list}>
            {sections.map((section, number) => (
              <li key={section.code}>
                <a
                  className={styles.link}
                  href={`#${sectionId(section.code)}`}
                  onClick={(event) => goToPart(event, sectionId(section.code))}
                >
                  <Mark section={section} number={number + 1} />
                  <span>
                    {section.title}
                    <span className={styles.state}>{words(section)}</span>
                  </span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {children}
    </aside>
  )
}

function Mark({ section, number }: { section: SectionProgress; number: number }) {
  const done = section.filled === section.required && (section.required > 0 || section.begun)
  const state = section.faults + section.remarks > 0 ? 'wrong' : done ? 'done' : 'open'
  return (
    <span className={styles.mark} data-state={state}>
      {state === 'wrong' ? (
        <CircleAlert aria-hidden="true" />
      ) : state === 'done' ? (
        <Check aria-hidden="true" />
      ) : (
        <span aria-hidden="true">{number}</span>
      )}
      {state === 'done' && <VisuallyHidden>Заполнено: </VisuallyHidden>}
    </span>
  )
}

function words({ faults, remarks, required, filled }: SectionProgress): string {
  if (faults > 0) return `Исправьте: ${counted(faults, 'поле', 'поля', 'полей')}`
  if (remarks > 0) return counted(remarks, 'замечание', 'замечания', 'замечаний')
  if (required === 0) return 'Необязательный раздел'
  return filled === required ? 'Готово' : outOf(filled, required)
}
