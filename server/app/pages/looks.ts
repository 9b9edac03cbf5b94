import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface SignShape {
  d: string
  ink?: 'accent'
  line?: number
}

/** The looks of the built web side: colours and sign of each. */
export type LookList = Record<
  string,
  { field: string; onField: string; accent: string; paper: string; sign: readonly SignShape[] }
>

export function readLooks(directory: string): LookList {
  const file = join(directory, '.vite/looks.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LookList) : {}
}

export const isLookIn = (looks: LookList) => (code: string) => Object.hasOwn(looks, code)

/**
 * The icon of a look: its sign on its field. `room` is the sign's share of the side. A mask may crop everything outside
 * the middle four fifths, so a maskable icon has a smaller sign and no rounded corners.
 */
export function iconSvg(look: LookList[string], { room = 0.68, corner = 0.22 } = {}): string {
  const scale = room * 2.5
  const shift = (100 - room * 100) / 2
  const shapes = look.sign.map(({ d, ink, line }) => {
    const colour = ink === 'accent' ? look.accent : look.onField
    return line
      ? `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${line}" stroke-linecap="round" stroke-linejoin="round"/>`
      : `<path d="${d}" fill="${colour}"/>`
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${corner * 100}" ` +
    `fill="${look.field}"/><g transform="translate(${shift} ${shift}) scale(${scale})">${shapes.join('')}</g></svg>`
  )
}
