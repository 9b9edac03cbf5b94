const furrows = Array.from({ length: 21 }, (_, i) => i - 10)

/** Furrows that run to the horizon under a low sun, ripe ears in front. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMidYMax slice" fill="none" aria-hidden="true">
      <circle cx="640" cy="560" r="74" fill="var(--field-accent)" fillOpacity="0.85" />
      <circle cx="640" cy="560" r="112" fill="var(--field-accent)" fillOpacity="0.16" />
      <path d="M0 588c120-44 260-40 420-8s270 8 380-20v240H0Z" fill="var(--art-1)" />
      <path d="M0 622c180-30 330-12 470 6s240 2 330-14v186H0Z" fill="var(--art-2)" />
      <path d="M0 652c170-22 330-14 470 2s240 6 330-8v154H0Z" fill="var(--art-3)" />
      {furrows.map((furrow) => (
        <path
          key={furrow}
          d={`M${430 + furrow * 30} 656Q${420 + furrow * 62} 700 ${400 + furrow * 150} 800`}
          stroke="var(--art-1)"
          strokeOpacity="0.75"
          strokeWidth="4"
        />
      ))}
      {[60, 118, 700, 756].map((x, i) => (
        <Ear key={x} x={x} y={800} tall={150 + ((i * 37) % 60)} />
      ))}
    </svg>
  )
}

function Ear({ x, y, tall }: { x: number; y: number; tall: number }) {
  const grains = Array.from({ length: 6 }, (_, i) => y - tall + i * 15)
  return (
    <g fill="var(--field)" stroke="var(--field)">
      <path d={`M${x} ${y}V${y - tall}`} strokeWidth="3" />
      {grains.map((top) => (
        <path
          key={top}
          d={`M${x} ${top + 12}c-13-1-17-11-15-20 9 2 15 9 15 20Zm0 0c13-1 17-11 15-20-9 2-15 9-15 20Z`}
          strokeWidth="0"
        />
      ))}
    </g>
  )
}
