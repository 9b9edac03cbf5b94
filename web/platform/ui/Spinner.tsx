import styles from './Spinner.module.css'

/** Only visual: say in words beside it what is loading. */
export function Spinner({ className = '', size = '1.5rem' }: { className?: string | undefined; size?: string }) {
  return (
    <svg className={`${styles.spinner} ${className}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
