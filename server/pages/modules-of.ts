export interface WebChunk {
  file: string
  src?: string
  imports?: string[]
  css?: string[]
  isEntry?: boolean
}
export type WebManifest = Record<string, WebChunk>

/**
 * Which page module an address opens, so that the browser fetches it beside the entry and not after it.
 * The first pattern that fits wins; an address that fits none is opened by the entry alone.
 */
const pageModules: [RegExp, ...string[]][] = [
  // Drawn by the server with its frame, which comes to life with it.
  [/^\/$/, 'competitions/IndexPage.tsx', 'app/chrome/Header.tsx', 'app/chrome/Footer.tsx'],
  [/^\/profile\/?$/, 'profile/ProfilePage.tsx'],
  [/^\/[^/]+\/login\/?$/, 'auth/LoginPage.tsx'],
  [/^\/[^/]+\/register\/?$/, 'registration/RegisterPage.tsx'],
  [/^\/[^/]+\/forgot\/?$/, 'auth/ForgotPage.tsx'],
  [/^\/[^/]+\/verify\/?$/, 'auth/VerifyPage.tsx'],
  [/^\/[^/]+\/[^/]+\/stages\/rules(\/[^/]+)?\/?$/, 'stages/rules/RulesScreen.tsx'],
  [/^\/[^/]+\/[^/]+\/stages\/registration(\/[^/]+)?\/?$/, 'stages/registration/RegistrationScreen.tsx'],
  [/^\/[^/]+\/[^/]+\/stages\/form(\/[^/]+)?\/?$/, 'stages/form/FormScreen.tsx'],
  [/^\/[^/]+\/faq\/?$/, 'faq/FaqLayout.tsx', 'faq/FaqIndexPage.tsx'],
  [/^\/[^/]+\/faq\/.+/, 'faq/FaqLayout.tsx', 'faq/FaqArticlePage.tsx', 'platform/html/sanitise.ts'],
  [/^\/[^/]+\/(?!invite|support|faq)[^/]+\/?$/, 'competitions/TrackPage.tsx'],
  [/^\/(?!profile|offline-event-booking)[^/]+\/?$/, 'competitions/CompetitionPage.tsx'],
]

/**
 * The files of the page module of this address, of the look it is drawn in and of all that they
 * import, without what the entry brings anyway.
 */
export function modulesOf(
  manifest: WebManifest,
  path: string,
  look = 'default',
): { scripts: string[]; styles: string[] } {
  const [, ...page] = pageModules.find(([pattern]) => pattern.test(path)) ?? []
  const drawing = `themes/${look}/look.ts`
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  const already = new Set(entry ? reached(manifest, entry) : [])
  const wanted = [...page, drawing].flatMap((source) => (source && manifest[source] ? reached(manifest, source) : []))
  const keys = [...new Set(wanted)].filter((key) => !already.has(key))
  const chunks = keys.flatMap((key) => manifest[key] ?? [])
  return {
    scripts: chunks.map((chunk) => chunk.file),
    styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))],
  }
}

/** Every source named by the table, for the test that each is really built. */
export const pageSources = pageModules.flatMap(([, ...sources]) => sources)

function reached(manifest: WebManifest, from: string, seen = new Set<string>()): string[] {
  if (seen.has(from)) return [...seen]
  seen.add(from)
  for (const next of manifest[from]?.imports ?? []) reached(manifest, next, seen)
  return [...seen]
}
