import { disc, type Sign } from '#web/seasons/themes/sign.ts'

/** Ridges and the sun behind them. */
export const sign: Sign = [{ d: 'M3 34 15 14l6 9 4-6 12 17Z' }, { d: disc(29, 9, 5), ink: 'accent' }]
