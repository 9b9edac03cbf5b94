import { allowedScheme, rasterTypes } from './allow-list.ts'

/** Browsers skip these inside an address, so `java\tscript:` is a scheme to them: such an address is never meant well. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/
const external = new RegExp(`^${allowedScheme}://[^/\\\\?#\\s]`, 'i')
const picture = new RegExp(`^data:image/(${rasterTypes.join('|')});base64,[a-z0-9+/]+={0,2}$`, 'i')

/** Does the address leave the portal? */
export const isExternal = (address: string): boolean => external.test(address.trim())

/** A place of ours: «#hash», «/path», «?query» or «path» without a colon, a leading «//» or a backslash. */
const isOurs = (address: string) => !/^\/\/|\\/.test(address) && !/^[^/?#]*:/.test(address)

/** May a link lead there? By https, or to a place of ours. */
export function isSafeLink(raw: string): boolean {
  const address = raw.trim()
  return !hidden.test(address) && (external.test(address) || isOurs(address))
}

/** May a picture come from there? As links do, or as a raster picture in the text itself. */
export function isSafePicture(raw: string): boolean {
  const address = raw.trim()
  return address !== '' && (isSafeLink(address) || picture.test(address))
}
