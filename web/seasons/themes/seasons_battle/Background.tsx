const steps = [0, 1, 2, 3, 4, 5]

/** Two sides run at each other; the seam is where they meet. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" fill="none" aria-hidden="true">
      <path d="M620 0h180v800H340Z" fill="var(--art-2)" />
      <path d="M800 330v470H560Z" fill="var(--art-3)" />
      {steps.map((step) => (
        <path
          key={step}
          d={`m${30 + step * 62} 470 150 150-150 150`}
          stroke="var(--art-1)"
          strokeOpacity={0.12 + step * 0.13}
          strokeWidth="16"
        />
      ))}
      {steps.map((step) => (
        <path
          key={step}
          d={`M${930 - step * 56} 470 780 620l150 150`.replace('780', String(780 - step * 56))}
          stroke="var(--on-field)"
          strokeOpacity={0.06 + step * 0.09}
          strokeWidth="16"
        />
      ))}
      <path d="M628-10 332 810" stroke="var(--on-field)" strokeWidth="5" />
    </svg>
  )
}
