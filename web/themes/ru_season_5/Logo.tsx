import { SignLogo } from '#web/themes/SignLogo.tsx'

export function Logo() {
  return (
    <SignLogo
      title="Лидеры"
      line="сезон 5"
      sign={
        <>
          <path d="M3 34 15 14l6 9 4-6 12 17Z" fill="currentColor" />
          <circle cx="29" cy="9" r="5" fill="var(--accent)" />
        </>
      }
    />
  )
}
