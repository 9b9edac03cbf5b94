import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, SocketAddress } from 'node:net'

/**
 * One spelling of the address of a client, which proxies write with a port, in brackets, in upper case, padded with
 * zeros, or as IPv4 inside IPv6. What is no address is returned as it is.
 */
export function oneSpelling(written = ''): string {
  const bare = written
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
    .replace(/^\[([^\]]*)\](?::\d*)?$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^([\d.]+):\d*$/, '$1')
  const address = withoutZeros(bare)
  if (isIPv4(address)) return address
  if (isIP(address) === 0) return written
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=[\d.]+$)/, '')
}

/** IPv4, also at the end of IPv6, without zeros before its numbers, which other programs read as octal. */
function withoutZeros(address: string): string {
  const at = address.lastIndexOf(':') + 1
  const numbers = address.slice(at).split('.')
  if (numbers.length !== 4) return address
  return address.slice(0, at) + numbers.map((each) => (/^\d{1,4}$/.test(each) ? Number(each) : each)).join('.')
}

/** Writes the addresses of `X-Forwarded-For` in one spelling, before anything reads who the client is. */
export function spellForwarded({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(oneSpelling).join(', ')
}
