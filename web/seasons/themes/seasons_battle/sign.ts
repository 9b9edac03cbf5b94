import type { Sign } from '#web/seasons/themes/sign.ts'

/** Two sides face each other. */
export const sign: Sign = [{ d: 'M3 7 17 20 3 33Z' }, { d: 'M37 7 23 20l14 13Z', ink: 'accent' }]
