const curtain = Array.from({ length: 58 }, (_, i) => {
  const foot = 520 - i * 3 + 46 * Math.sin(i / 7) + 22 * Math.sin(i / 2.6)
  const tall = 190 + 130 * Math.sin(i / 5 + 1) + 50 * Math.sin(i / 1.7)
  return { x: i * 14 - 6, y: Math.round(foot - tall), tall: Math.round(tall), cold: i % 9 > 5 }
})
const stars = Array.from({ length: 46 }, (_, i) => ({ x: (i * 379) % 800, y: (i * 223) % 520, r: 1 + (i % 3) * 0.7 }))

/** A winter night: curtains of northern light over hills of snow. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMidYMax slice" fill="none" aria-hidden="true">
      <defs>
        {['art-1', 'art-2'].map((ink) => (
          <linearGradient key={ink} id={`season3-${ink}`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={`var(--${ink})`} stopOpacity="0" />
            <stop offset="0.8" stopColor={`var(--${ink})`} stopOpacity="0.42" />
            <stop offset="1" stopColor={`var(--${ink})`} stopOpacity="0" />
          </linearGradient>
        ))}
      </defs>
      {stars.map(({ x, y, r }) => (
        <circle key={x} cx={x} cy={y} r={r} fill="var(--on-field)" fillOpacity="0.55" />
      ))}
      {curtain.map(({ x, y, tall, cold }) => (
        <rect key={x} x={x} y={y} width="15" height={tall} fill={`url(#season3-art-${cold ? 2 : 1})`} />
      ))}
      <path d="M0 632c90-60 170-74 260-30s150 40 240-14 190-66 300-4v216H0Z" fill="var(--art-3)" fillOpacity="0.22" />
      <path d="M0 690c120-46 220-50 330-10s190 26 270-14 130-30 200-8v142H0Z" fill="var(--art-3)" fillOpacity="0.42" />
      <path d="M0 752c140-40 250-34 390-12s260 10 410-30v90H0Z" fill="var(--art-3)" fillOpacity="0.88" />
      {[96, 132, 158, 604, 642, 690].map((x, i) => (
        <path
          key={x}
          d={`m${x} ${700 - (i % 3) * 14} 15 30h-8l14 28h-42l14-28h-8Z`}
          fill="var(--field-deep)"
          fillOpacity="0.9"
        />
      ))}
    </svg>
  )
}
