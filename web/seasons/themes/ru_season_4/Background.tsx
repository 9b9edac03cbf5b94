const blossoms = [
  { x: 742, y: 560, size: 1.15 },
  { x: 640, y: 606, size: 0.85 },
  { x: 664, y: 690, size: 1.3 },
  { x: 540, y: 700, size: 1 },
  { x: 452, y: 742, size: 0.7 },
  { x: 762, y: 672, size: 0.8 },
  { x: 590, y: 770, size: 0.75 },
]
const petals = Array.from({ length: 14 }, (_, i) => ({ x: (i * 157) % 760, y: 250 + ((i * 211) % 500), turn: i * 47 }))
const round = (angle: number) => [0, 72, 144, 216, 288].map((step) => angle + step)

/** A branch in blossom, and petals that the wind has taken. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" fill="none" aria-hidden="true">
      <circle cx="700" cy="700" r="250" fill="var(--art-1)" fillOpacity="0.4" />
      <g stroke="var(--art-3)" strokeLinecap="round">
        <path d="M820 520C740 560 700 640 620 690S480 740 400 772" strokeWidth="9" />
        <path d="M706 632c-20-10-44-10-68-22M640 678c20 16 26 40 20 60M540 716c-10 20-4 40 30 52" strokeWidth="5" />
      </g>
      {[
        [430, 738, 20],
        [600, 640, 120],
        [716, 742, 70],
        [500, 690, 200],
      ].map(([x = 0, y = 0, turn]) => (
        <path
          key={x}
          d={`M${x} ${y}c14-20 40-22 54-6-14 18-38 20-54 6Z`}
          fill="var(--art-4, var(--art-2))"
          transform={`rotate(${turn} ${x} ${y})`}
        />
      ))}
      {petals.map(({ x, y, turn }) => (
        <ellipse
          key={`${x}-${y}`}
          cx={x}
          cy={y}
          rx="11"
          ry="6"
          fill="var(--art-2)"
          fillOpacity="0.5"
          transform={`rotate(${turn} ${x} ${y})`}
        />
      ))}
      {blossoms.map(({ x, y, size }) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
          {round(18).map((angle) => (
            <ellipse
              key={angle}
              cy="-25"
              rx="20"
              ry="26"
              fill={angle % 2 ? 'var(--art-1)' : 'var(--art-2)'}
              stroke="var(--art-2)"
              strokeWidth="1.5"
              transform={`rotate(${angle})`}
            />
          ))}
          <circle r="9" fill="var(--field-accent)" />
        </g>
      ))}
    </svg>
  )
}
