import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, SocketAddress } from 'node:net'

/**
 * One spelling of the address of a client, which proxies write with a port, in brackets, in upper case, padded with
 * zeros, or as IPv4 inside IPv6. What is no address is returned as it is.
 */
export function oneSpelling(written: string): string {
  const bare = written
    .replace(/^[\s"']+|[\s"']+$/g, '')
    .replace(/^\[([^\]]*)\](?::\d*)?$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^([\d.]+):\d*$/, '$1')
    .replace(/(?<=^|[:.])0+(?=\d+(?:\.|$))/g, (zeros, _at: number, whole: string) =>
      whole.includes('.', whole.lastIndexOf(':')) ? '' : zeros,
    )
  if (isIPv4(bare)) return bare
  if (isIP(bare) === 0) return written
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  return address.replace(/^::ffff:(?=[\d.]+$)/, '')
}

/** Writes the addresses of `X-Forwarded-For` in one spelling, before anything reads who the client is. */
export function spellForwarded({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(oneSpelling).join(', ')
}
