import { SignLogo } from '#web/themes/SignLogo.tsx'

export function Logo() {
  return (
    <SignLogo
      title="Лидеры"
      line="портал конкурсов"
      sign={
        <>
          <path d="M5 33c10 0 8-13 16-13 6 0 5-10 12-10" stroke="currentColor" strokeWidth="5" strokeLinecap="round" />
          <circle cx="33" cy="9" r="5" fill="var(--accent)" />
        </>
      }
    />
  )
}
