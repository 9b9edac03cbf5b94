import styles from './SignLogo.module.css'
import type { Sign } from './sign.ts'

/** A competition's logo: its sign and its name in two lines. */
export function SignLogo({ sign, title, line }: { sign: Sign; title: string; line?: string }) {
  return (
    <span className={styles.logo}>
      <svg className={styles.sign} viewBox="0 0 40 40" fill="none" aria-hidden="true">
        {sign.map(({ d, ink, line: width }) => {
          const colour = ink === 'accent' ? 'var(--sign-accent, var(--accent))' : 'currentColor'
          return width ? (
            <path key={d} d={d} stroke={colour} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />
          ) : (
            <path key={d} d={d} fill={colour} />
          )
        })}
      </svg>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {line && <span className={styles.line}>{line}</span>}
      </span>
    </span>
  )
}
