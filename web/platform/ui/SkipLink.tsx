import styles from './SkipLink.module.css'

/** The first stop of the Tab key: skips the header. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a className={styles.skip} href={`#${target}`}>
      Перейти к содержанию
    </a>
  )
}
