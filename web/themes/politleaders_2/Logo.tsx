import { SignLogo } from '#web/themes/SignLogo.tsx'

export function Logo() {
  return (
    <SignLogo
      title="Лидеры"
      line="политика · сезон 2"
      sign={
        <>
          {[17, 11].map((radius, row) =>
            Array.from({ length: 7 - row * 2 }, (_, i) => {
              const angle = Math.PI - (Math.PI * i) / (6 - row * 2)
              const x = 20 + radius * Math.cos(angle)
              const y = 28 - radius * Math.sin(angle)
              return <circle key={`${radius}-${x}`} cx={x} cy={y} r="2.6" fill="currentColor" />
            }),
          )}
          <circle cx="20" cy="28" r="4" fill="var(--accent)" />
        </>
      }
    />
  )
}
