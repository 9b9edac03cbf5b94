import { disc, type Sign } from '#web/seasons/themes/sign.ts'

/** A rostrum and the rows that hear it. */
export const sign: Sign = [
  { d: 'M4 30a16 16 0 0 1 32 0', line: 3.5 },
  { d: 'M11 30a9 9 0 0 1 18 0', line: 3.5 },
  { d: disc(20, 31, 4.5), ink: 'accent' },
]
