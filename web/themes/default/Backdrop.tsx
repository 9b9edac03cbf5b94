/** Arcs of light from one corner and a road that climbs to the other. */
export function Backdrop() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" fill="none" aria-hidden="true">
      <g stroke="var(--on-field)" strokeOpacity="0.11" strokeWidth="1.5">
        {[180, 270, 360, 450, 540, 630].map((radius) => (
          <circle key={radius} cx="800" cy="800" r={radius} />
        ))}
      </g>
      <path
        d="M-20 742c150 0 176-52 262-52 104 0 118 40 214 40 92 0 108-116 186-116 62 0 64-72 178-84"
        stroke="var(--on-field)"
        strokeOpacity="0.28"
        strokeWidth="3"
        strokeDasharray="2 12"
        strokeLinecap="round"
      />
      <circle
        cx="456"
        cy="730"
        r="7"
        fill="var(--field-deep)"
        stroke="var(--on-field)"
        strokeOpacity="0.7"
        strokeWidth="3"
      />
      <circle
        cx="642"
        cy="614"
        r="7"
        fill="var(--field-deep)"
        stroke="var(--on-field)"
        strokeOpacity="0.7"
        strokeWidth="3"
      />
    </svg>
  )
}
