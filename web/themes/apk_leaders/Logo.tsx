import { SignLogo } from '#web/themes/SignLogo.tsx'

export function Logo() {
  return (
    <SignLogo
      title="Лидеры АПК"
      line="земля и дело"
      sign={
        <>
          <path
            d="M20 36V14M20 24c-8 0-11-5-11-10 7 0 11 4 11 10Zm0 8c8 0 11-5 11-10-7 0-11 4-11 10Z"
            stroke="currentColor"
            strokeWidth="3.5"
            strokeLinejoin="round"
          />
          <circle cx="20" cy="8" r="5" fill="var(--accent)" />
        </>
      }
    />
  )
}
