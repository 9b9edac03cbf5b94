const rows = Array.from({ length: 6 }, (_, row) => {
  const radius = 130 + row * 46
  const seats = Math.round((Math.PI * radius) / 42)
  return Array.from({ length: seats + 1 }, (_, seat) => {
    const angle = Math.PI - (Math.PI * seat) / seats
    return { x: Math.round(560 + radius * Math.cos(angle)), y: Math.round(800 - radius * Math.sin(angle)), row, seat }
  })
}).flat()

/** The seats of an assembly, a few of them already taken. */
export function Backdrop() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      {rows.map(({ x, y, row, seat }) => {
        const taken = (seat * 7 + row * 5) % 23 === 0
        return (
          <circle
            key={`${row}-${seat}`}
            cx={x}
            cy={y}
            r="10"
            fill={taken ? 'var(--glow-b)' : 'var(--on-field)'}
            fillOpacity={taken ? 0.85 : 0.2 - row * 0.022}
          />
        )
      })}
    </svg>
  )
}
