import { disc, type Sign } from '#web/seasons/themes/sign.ts'

/** The letters of Braille: a cell with its raised points. */
export const sign: Sign = [
  { d: disc(13, 8, 5) + disc(13, 20, 5) + disc(27, 20, 5) + disc(13, 32, 5) },
  { d: disc(27, 8, 2) + disc(27, 32, 2), ink: 'accent' },
]
