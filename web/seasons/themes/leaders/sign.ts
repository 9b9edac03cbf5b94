import type { Sign } from '#web/seasons/themes/sign.ts'

/** Slope over slope, and a flag on the top. */
export const sign: Sign = [
  { d: 'M6 36 20 25l14 11M9 27l11-9 11 9', line: 3.8 },
  { d: 'M20 17V4l9 4-9 4', ink: 'accent', line: 3 },
]
