const arches = [8, 4, 2].flatMap((across, floor) =>
  Array.from({ length: across }, (_, i) => ({ floor, x: 800 - (i + 1) * 100, y: 800 - (floor + 1) * 130 })),
)

/** Arches set on arches, a storey narrower each time, on an architect's grid. */
export function Backdrop() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" fill="none" aria-hidden="true">
      <path
        d={Array.from({ length: 16 }, (_, i) => `M${i * 50} 0V800M0 ${i * 50}H800`).join('')}
        stroke="var(--on-field)"
        strokeOpacity="0.05"
      />
      {arches.map(({ floor, x, y }) => (
        <path
          key={`${floor}-${x}`}
          d={`M${x + 10} ${y + 130}v-78a40 40 0 0 1 80 0v78`}
          stroke="var(--on-field)"
          strokeOpacity={0.22}
          strokeWidth="2"
          fill={(x / 100 + floor * 3) % 5 === 0 ? 'var(--glow-b)' : 'var(--glow-a)'}
          fillOpacity={(x / 100 + floor * 3) % 5 === 0 ? 0.4 : 0.12}
        />
      ))}
    </svg>
  )
}
