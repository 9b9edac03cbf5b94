const rows = Array.from({ length: 8 }, (_, row) => {
  const radius = 108 + row * 44
  const seats = Math.round((Math.PI * radius) / 40)
  return Array.from({ length: seats + 1 }, (_, seat) => {
    const angle = Math.PI - (Math.PI * seat) / seats
    return { x: Math.round(400 + radius * Math.cos(angle)), y: Math.round(800 - radius * Math.sin(angle)), row, seat }
  })
}).flat()

/** The seats of an assembly around the rostrum, a few of them taken. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMidYMax slice" fill="none" aria-hidden="true">
      <path d="M40 800a360 360 0 0 1 720 0" stroke="var(--art-2)" strokeOpacity="0.22" strokeWidth="96" />
      {rows.map(({ x, y, row, seat }) => {
        const taken = row < 6 && (seat * 7 + row * 5) % 17 === 0
        return (
          <circle
            key={`${row}-${seat}`}
            cx={x}
            cy={y}
            r="9.5"
            fill={taken ? 'var(--art-2)' : 'var(--art-1)'}
            fillOpacity={taken ? 0.95 : 0.34 - row * 0.035}
          />
        )
      })}
    </svg>
  )
}
