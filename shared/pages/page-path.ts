const outside = /^\/(|profile|profile\/email|mentor|offline-event-booking|admin\/first-administrator)$/
const inside = /^\/[^/]+(\/[^/]+|\/support\/inbox|\/faq\/.+|\/[^/]+\/stages\/[^/]+(\/[^/]+){0,3})?$/

/**
 * Whether an address has the shape of a page, decoded and without its query. Whether the competition, the track or the
 * article that it names is there is for the page to say.
 */
export const isPagePath = (path: string): boolean => {
  const plain = path.replace(/(.)\/$/, '$1')
  const [, first = ''] = plain.split('/')
  return outside.test(plain) || (!outsideNames.has(first) && inside.test(plain))
}

/** No competition has such a code. */
const outsideNames = new Set(['profile', 'mentor', 'offline-event-booking', 'admin', 'api', 'assets'])
