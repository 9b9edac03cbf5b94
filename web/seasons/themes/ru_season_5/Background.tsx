/** Dawn over five ridges, one a season, and the route to the fifth. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" fill="none" aria-hidden="true">
      <defs>
        <radialGradient id="season5-dawn" cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="#ffd08a" />
          <stop offset="0.16" stopColor="#ff9a5c" />
          <stop offset="0.4" stopColor="#f0466a" stopOpacity="0.75" />
          <stop offset="0.7" stopColor="#a3219a" stopOpacity="0.3" />
          <stop offset="1" stopColor="#a3219a" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="640" cy="660" r="380" fill="url(#season5-dawn)" />
      <circle cx="640" cy="622" r="48" fill="#ffe3b0" />
      <g transform="translate(0 44)">
        <path d="M0 640 90 588l70 34 96-76 78 58 84-42 92 62 74-104 66 70 72-58 78 66v202H0Z" fill="var(--art-1)" />
        <path d="M0 668 112 624l80 36 92-58 96 70 88-50 100 52 92-84 68 60 72-36v186H0Z" fill="var(--art-2)" />
        <path
          d="m0 690 82-22 118 44 104-70 92 66 112-44 88 50 104-74 100 62v98H0Z"
          fill="color-mix(in srgb, var(--art-2) 50%, var(--art-3))"
        />
        <path
          d="M300 742c60 0 54-32 112-34 66-2 54-70 108-74 36-2 38-40 62-76"
          stroke="#ffd9a8"
          strokeWidth="3"
          strokeDasharray="1 10"
          strokeLinecap="round"
        />
        <path d="M582 556v-42l26 10-26 11" fill="#fff" stroke="#fff" strokeWidth="3" strokeLinejoin="round" />
        <path
          d="m0 726 128-34 104 42 120-46 108 50 132-52 96 40 112-42v116H0Z"
          fill="color-mix(in srgb, var(--art-2) 25%, var(--art-3))"
        />
        <path d="m0 762 150-30 150 30 156-34 144 32 200-36v76H0Z" fill="var(--art-3)" />
      </g>
    </svg>
  )
}
