import { contour } from './contour.ts'

const heights = [26, 58, 92, 128, 166, 206, 248, 292, 340, 392, 450]

/** A map of heights: a summit with its flag, and the horizon that is seen from it. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" fill="none" aria-hidden="true">
      {heights.toReversed().map((radius, i) => (
        <path
          key={radius}
          d={contour(350, 656, radius)}
          fill="var(--art-1)"
          fillOpacity="0.028"
          stroke="var(--art-1)"
          strokeOpacity={0.12 + i * 0.045}
          strokeWidth={i % 4 === 2 ? 2.2 : 1.2}
        />
      ))}
      <path
        d="M360 656v-62l40 15-40 16"
        stroke="var(--art-1)"
        strokeWidth="5"
        fill="var(--art-1)"
        strokeLinejoin="round"
      />
      <path d="M0 738 170 706l120 22 150-34 170 30 190-36v112H0Z" fill="var(--art-2)" />
      <path d="m0 772 210-26 190 24 220-30 180 22v38H0Z" fill="var(--art-3)" />
    </svg>
  )
}
