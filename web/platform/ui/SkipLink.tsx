import { goToPart } from '#web/platform/navigation/go-to-part.ts'
import styles from './SkipLink.module.css'

/** The first stop of the Tab key: skips the header. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a className={styles.skip} href={`#${target}`} onClick={(event) => goToPart(event, target)}>
      Перейти к содержанию
    </a>
  )
}
