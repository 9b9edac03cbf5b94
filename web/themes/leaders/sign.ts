import type { Sign } from '#web/themes/sign.ts'

/** Lines of height and a flag on the top. */
export const sign: Sign = [
  { d: 'M20 13v-9l8 3.5-8 3.5', ink: 'accent', line: 3 },
  { d: 'M14.5 22c0-5 3-9 5.5-9s5.5 4 5.5 9-11 5-11 0Z', line: 2.8 },
  { d: 'M4 30c2-8 6-9 7-13M36 30c-2-8-6-9-7-13M4 30c0 7 32 7 32 0', line: 2.8 },
]
