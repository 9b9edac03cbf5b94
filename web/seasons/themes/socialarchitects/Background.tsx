const floors = [8, 6, 4].flatMap((across, floor) =>
  Array.from({ length: across }, (_, i) => ({ floor, x: 400 + (i - across / 2) * 100, y: 800 - floor * 112 })),
)

/** Arches set on arches, a storey narrower each time, with the strokes of the compass that drew them. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMidYMax slice" fill="none" aria-hidden="true">
      <g stroke="var(--art-1)" strokeOpacity="0.16">
        {[180, 290, 400, 510].map((radius) => (
          <circle key={radius} cx="400" cy="464" r={radius} strokeDasharray="6 8" />
        ))}
        <path d="M400 60v740M0 464h800" strokeDasharray="14 6 2 6" />
      </g>
      {floors.map(({ floor, x, y }) => {
        const lit = (x / 100 + floor * 3) % 4 === 1
        return (
          <path
            key={`${floor}-${x}`}
            d={`M${x + 11} ${y}v-58a39 39 0 0 1 78 0v58`}
            stroke="var(--art-1)"
            strokeOpacity="0.5"
            strokeWidth="2"
            fill={lit ? 'var(--art-2)' : 'var(--art-3)'}
            fillOpacity={lit ? 0.72 : 0.45}
          />
        )
      })}
      {[0, 1, 2].map((floor) => (
        <path
          key={floor}
          d={`M${floor * 100} ${800 - floor * 112}h${800 - floor * 200}`}
          stroke="var(--art-1)"
          strokeWidth="4"
        />
      ))}
    </svg>
  )
}
