import { disc, type Sign } from '#web/seasons/themes/sign.ts'

/** Two arches and the sun in the span. */
export const sign: Sign = [
  { d: 'M5 35V19a9 9 0 0 1 18 0v16M23 35V23a6 6 0 0 1 12 0v12', line: 4 },
  { d: disc(29, 8, 5), ink: 'accent' },
]
