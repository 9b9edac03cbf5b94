import styles from './NeededStep.module.css'
import type { RegistrationForm } from './queries.ts'

/** Whom the competition admits, with its numbers. */
export function Criteria({ of }: { of: RegistrationForm['criteria'] }) {
  return (
    <ul className={styles.needed}>
      {of.map(({ code, title, words }) => (
        <li key={code}>
          {title}: {words}
        </li>
      ))}
    </ul>
  )
}
