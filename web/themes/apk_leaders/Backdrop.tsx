/** Furrows that run to the horizon under a low sun. */
export function Backdrop() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMidYMax slice" fill="none" aria-hidden="true">
      <circle cx="660" cy="584" r="52" fill="var(--glow-b)" fillOpacity="0.9" />
      <path d="M0 572c170-34 330-24 470 0s240 16 330-8v236H0Z" fill="var(--field-deep)" />
      {Array.from({ length: 15 }, (_, i) => i - 7).map((furrow) => (
        <path
          key={furrow}
          d={`M${470 + furrow * 26} 574Q${440 + furrow * 70} 640 ${400 + furrow * 190} 800`}
          stroke="var(--glow-a)"
          strokeOpacity="0.5"
          strokeWidth="3"
        />
      ))}
    </svg>
  )
}
