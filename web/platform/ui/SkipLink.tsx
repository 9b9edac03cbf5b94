import styles from './SkipLink.module.css'

/** The first stop of the Tab key: past the header to the page itself. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a className={styles.skip} href={`#${target}`}>
      Перейти к содержанию
    </a>
  )
}
