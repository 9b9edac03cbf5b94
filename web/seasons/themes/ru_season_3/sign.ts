import { disc, type Sign } from '#web/seasons/themes/sign.ts'

/** A crystal of snow with a star on it. */
export const sign: Sign = [
  { d: 'M20 8v26M8.7 14.5l22.6 13M8.7 27.5l22.6-13', line: 3.5 },
  { d: 'M16 10.5l4 4 4-4M16 31.5l4-4 4 4', line: 2.5 },
  { d: disc(33, 8, 4), ink: 'accent' },
]
