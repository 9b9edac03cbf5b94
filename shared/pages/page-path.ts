const outside =
  /^\/(|profile(\/(security|notifications|consents|own-data|email))?|mentor|mentor-answer|home|desk(\/(works|teams|stages|judging|readings|matches|observations|doors)\/[^/]+)?|admin|not-me|staff-invitation|state-service|offline-event-booking|admin\/[^/]+(\/season|\/preview|\/stages\/[^/]+|\/(people|reports|cutoffs)(\/[^/]+)?|\/protocols\/[^/]+|\/duplicates(\/[^/]+\/[^/]+)?|\/exports|\/support|\/checks(\/(stages|works|teams)\/[^/]+)?|\/help(\/.+)?|\/messages|\/letters|\/acts|\/rights)?)$/
const inside = /^\/[^/]+(\/[^/]+|\/support\/inbox|\/faq\/.+|\/[^/]+\/stages\/[^/]+(\/[^/]+){0,3})?$/

/**
 * Whether a decoded path without query looks like a page. The page itself checks that the competition, track or
 * article exists.
 */
export const isPagePath = (path: string): boolean => {
  const plain = path.replace(/(.)\/$/, '$1')
  const [, first = ''] = plain.split('/')
  return outside.test(plain) || (!outsideNames.has(first) && inside.test(plain))
}

/** Names that cannot be the code of a competition. */
const outsideNames = new Set([
  'profile',
  'mentor',
  'mentor-answer',
  'home',
  'desk',
  'not-me',
  'staff-invitation',
  'state-service',
  'offline-event-booking',
  'admin',
  'api',
  'assets',
])
