import { SignLogo } from '#web/themes/SignLogo.tsx'

export function Logo() {
  return (
    <SignLogo
      title="Социальные"
      line="архитекторы"
      sign={
        <>
          <path d="M5 35V19a9 9 0 0 1 18 0v16M23 35V23a6 6 0 0 1 12 0v12" stroke="currentColor" strokeWidth="4" />
          <circle cx="29" cy="8" r="5" fill="var(--accent)" />
        </>
      }
    />
  )
}
