import { disc, type Sign } from '#web/seasons/themes/sign.ts'

/** A road that climbs to a point. */
export const sign: Sign = [
  { d: 'M5 33c10 0 8-13 16-13 6 0 5-10 12-10', line: 5 },
  { d: disc(33, 9, 5), ink: 'accent' },
]
