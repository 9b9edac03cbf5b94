import { allowedScheme, rasterTypes } from './allow-list.ts'

/** Browsers ignore these characters, so `java\tscript:` works as a scheme. An address with one is always refused. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
const hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/
const external = new RegExp(`^${allowedScheme}://[^/\\\\?#\\s]`, 'i')
const picture = new RegExp(`^data:image/(${rasterTypes.join('|')});base64,[a-z0-9+/]+={0,2}$`, 'i')

/** True for an address outside the portal. */
export const isExternal = (address: string): boolean => external.test(address.trim())

/**
 * An address within the portal: «#hash», «/path», «?query» or «path», without a colon, a leading «//» or a backslash.
 */
const isOurs = (address: string) => !/^\/\/|\\/.test(address) && !/^[^/?#]*:/.test(address)

/** Whether a link may have this address: https, or within the portal. */
export function isSafeLink(raw: string): boolean {
  const address = raw.trim()
  return !hidden.test(address) && (external.test(address) || isOurs(address))
}

/**
 * Whether a picture may have this address: within the portal, or a raster picture as a data URL. A picture of another
 * site would tell that site who reads the page.
 */
export function isSafePicture(raw: string): boolean {
  const address = raw.trim()
  return address !== '' && !hidden.test(address) && (isOurs(address) || picture.test(address))
}

/** The words of the link that stands in place of a picture of another site. */
export const wordsOfPicture = (alt: string | null | undefined): string => alt?.trim() || 'Картинка на другом сайте'
