/** The portal's own pages by the first part of their address, each with a pattern of the rest; all other pages are of a competition. */
const ownPages = {
  '': '',
  login: '',
  forgot: '',
  profile: '(/(security|notifications|consents|own-data|email))?',
  mentor: '',
  'mentor-answer': '',
  home: '',
  desk: '(/(works|teams|stages|judging|readings|matches|observations|doors)/[^/]+)?',
  'not-me': '',
  stop: '',
  'staff-invitation': '',
  'state-service': '',
  'offline-event-booking': '',
  admin:
    '(/[^/]+(/season|/preview|/stages/[^/]+|/(people|reports|cutoffs)(/[^/]+)?|/protocols/[^/]+|/duplicates(/[^/]+/[^/]+)?|/exports|/support|/checks(/(stages|works|teams)/[^/]+)?|/help(/.+)?|/messages|/letters|/acts|/rights)?)?',
}
const inside = /^\/[^/]+(\/[^/]+|\/support\/inbox|\/faq\/.+|\/[^/]+\/stages\/[^/]+(\/[^/]+){0,3})?$/

const ownPaths = new Map(Object.entries(ownPages).map(([first, rest]) => [first, new RegExp(`^/${first}${rest}$`)]))

/** Whether pages under this first part of an address are the portal's own and not of a competition; '' is the index. */
export const isOwnPlace = (first: string): boolean => ownPaths.has(first)

/**
 * Whether a decoded path without query looks like a page. The page itself checks that the competition, track or
 * article exists.
 */
export const isPagePath = (path: string): boolean => {
  const plain = path.replace(/(.)\/$/, '$1')
  const [, first = ''] = plain.split('/')
  const own = ownPaths.get(first)
  return own ? own.test(plain) : first !== 'api' && first !== 'assets' && inside.test(plain)
}
