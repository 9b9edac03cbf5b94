import type { Sign } from '#web/seasons/themes/sign.ts'

/** The sun over waves. */
export const sign: Sign = [
  { d: 'M10 21a10 10 0 0 1 20 0Z', ink: 'accent' },
  { d: 'M20 4v3M7.5 9l2.2 2.2M32.5 9l-2.2 2.2', ink: 'accent', line: 3 },
  { d: 'M4 27c4-4 6.5-4 10.5 0s6.5 4 11 0 6.5-4 10.5 0M8 34c3-3 5.5-3 8.5 0s5.5 3 8.5 0 5-3 7 0', line: 3.5 },
]
