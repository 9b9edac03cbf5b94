import { disc, type Sign } from '#web/seasons/themes/sign.ts'

const round = (value: number) => Math.round(value * 100) / 100

/** A blossom of five petals. */
export const sign: Sign = [
  {
    d: [0, 1, 2, 3, 4]
      .map((petal) => (petal * 72 - 90) * (Math.PI / 180))
      .map((angle) => disc(round(20 + 10 * Math.cos(angle)), round(20.5 + 10 * Math.sin(angle)), 6.6))
      .join(''),
  },
  { d: disc(20, 20.5, 4.6), ink: 'accent' },
]
