const rays = Array.from({ length: 24 }, (_, i) => i * 15)
const wave = (y: number, tall: number, long: number, from: number) =>
  `M${from} ${y}${Array.from({ length: Math.ceil(1000 / long) }, () => `q${long / 4} ${-tall} ${long / 2} 0t${long / 2} 0`).join('')}V800H${from}Z`

/** Noon in summer: the sun stands over open water. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMinYMax slice" fill="none" aria-hidden="true">
      <g transform="translate(332 690)">
        <circle r="190" fill="var(--art-1)" fillOpacity="0.1" />
        <circle r="140" fill="var(--art-1)" fillOpacity="0.16" />
        {rays.map((angle, i) => (
          <path
            key={angle}
            d={i % 2 ? 'M0-104v-26' : 'M0-104v-44'}
            stroke="var(--art-1)"
            strokeWidth="5"
            strokeLinecap="round"
            transform={`rotate(${angle})`}
          />
        ))}
        <circle r="84" fill="var(--art-1)" />
      </g>
      <path d={wave(640, 26, 190, -60)} fill="var(--art-2)" />
      <path d={wave(684, 30, 240, -140)} fill="color-mix(in srgb, var(--art-2) 45%, var(--art-3))" />
      <path d={wave(730, 26, 210, -30)} fill="color-mix(in srgb, var(--art-2) 15%, var(--art-3))" />
      <path d={wave(766, 18, 260, -110)} fill="var(--art-3)" />
    </svg>
  )
}
