import { disc, type Sign } from '#web/seasons/themes/sign.ts'

/** An ear with the sun above it. */
export const sign: Sign = [
  { d: 'M20 36V14M20 24c-8 0-11-5-11-10 7 0 11 4 11 10Zm0 8c8 0 11-5 11-10-7 0-11 4-11 10Z', line: 3.5 },
  { d: disc(20, 7, 5), ink: 'accent' },
]
