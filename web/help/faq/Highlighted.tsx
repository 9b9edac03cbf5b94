import styles from './HelpSearch.module.css'

/** Text in parts, with the matches highlighted. */
export const Highlighted = ({ parts }: { parts: readonly { text: string; match: boolean }[] }) => (
  <>
    {parts.map(({ text, match }, place) => {
      const key = `${place}${text}`
      return match ? (
        <mark key={key} className={styles.match}>
          {text}
        </mark>
      ) : (
        <span key={key}>{text}</span>
      )
    })}
  </>
)
