/** Calm rings on water, and a road that climbs to its point. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" fill="none" aria-hidden="true">
      {[110, 190, 270, 350, 430, 510, 590].map((radius, ring) => (
        <circle
          key={radius}
          cx="800"
          cy="800"
          r={radius}
          fill="var(--art-1)"
          fillOpacity="0.045"
          stroke="var(--art-1)"
          strokeOpacity={0.34 - ring * 0.04}
          strokeWidth="1.5"
        />
      ))}
      <path
        d="M-20 752c150 0 176-52 262-52 104 0 118 40 214 40 92 0 108-116 186-116 62 0 64-72 178-84"
        stroke="var(--on-field)"
        strokeOpacity="0.6"
        strokeWidth="3.5"
        strokeDasharray="2 13"
        strokeLinecap="round"
      />
      {[
        [242, 700],
        [456, 740],
        [642, 624],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="8" fill="var(--art-3)" stroke="var(--on-field)" strokeWidth="3.5" />
      ))}
      <circle cx="748" cy="548" r="13" fill="var(--accent)" />
    </svg>
  )
}
