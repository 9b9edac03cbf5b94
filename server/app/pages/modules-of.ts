import { basename, extname } from 'node:path'

export interface WebChunk {
  file: string
  /** The name of a file with several modules; a single module has its path as key. */
  name?: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
  isEntry?: boolean
}
export type WebManifest = Record<string, WebChunk>

/**
 * The page module of an address, so that the browser loads it together with the entry and not after it. The first
 * matching pattern is used; other addresses need only the entry.
 */
const pageModules: [RegExp, ...string[]][] = [
  [/^\/$/, 'app/places/IndexPage.tsx'],
  [/^\/offline-event-booking$/, 'programme/bookings/BookingPage.tsx'],
  [/^\/mentor$/, 'programme/mentors/MentorUsersPage.tsx'],
  [/^\/home$/, 'accounts/homes/HomeChoicePage.tsx'],
  [/^\/desk$/, 'app/desk/DeskPage.tsx'],
  [/^\/desk\/stages\/[^/]+$/, 'review/checking/QueuePage.tsx'],
  [/^\/desk\/works\/[^/]+$/, 'app/desk/CheckPage.tsx'],
  [/^\/desk\/judging\/[^/]+$/, 'review/judging/ReadingsPage.tsx'],
  [/^\/desk\/readings\/[^/]+$/, 'review/judging/ReadingPage.tsx'],
  [/^\/admin$/, 'accounts/homes/DutiesPage.tsx'],
  [/^\/profile$/, 'accounts/profile/ProfileLayout.tsx', 'accounts/profile/PersonalPage.tsx'],
  [/^\/profile\/security$/, 'accounts/profile/ProfileLayout.tsx', 'accounts/profile/SecurityPage.tsx'],
  [/^\/profile\/notifications$/, 'accounts/profile/ProfileLayout.tsx', 'accounts/profile/NotificationsPage.tsx'],
  [/^\/profile\/consents$/, 'accounts/profile/ProfileLayout.tsx', 'accounts/profile/ConsentsPage.tsx'],
  [/^\/profile\/own-data$/, 'accounts/profile/ProfileLayout.tsx', 'accounts/profile/OwnDataPage.tsx'],
  [/^\/profile\/email$/, 'accounts/profile/ProfileLayout.tsx', 'accounts/profile/EmailPage.tsx'],
  // The login is part of the entry.
  [/^(\/[^/]+)?\/login$/],
  [/^\/[^/]+\/register$/, 'accounts/registration/RegisterPage.tsx'],
  [/^(\/[^/]+)?\/forgot$/, 'accounts/auth/ForgotPage.tsx'],
  [/^\/[^/]+\/verify$/, 'accounts/auth/VerifyPage.tsx'],
  [/^\/[^/]+\/invite$/, 'accounts/invitations/InvitePage.tsx'],
  [/^\/[^/]+\/annotations$/, 'review/annotations/AnnotationsPage.tsx'],
  [/^\/[^/]+\/support$/, 'help/support/SupportPage.tsx'],
  [/^\/[^/]+\/[^/]+\/stages\/[^/]+(\/[^/]+)?\/manual$/, 'kinds/ManualPage.tsx'],
  [/^\/[^/]+\/[^/]+\/stages\/[^/]+/, 'app/rooms.ts'],
  [/^\/[^/]+\/faq$/, 'help/faq/FaqLayout.tsx', 'help/faq/FaqIndexPage.tsx'],
  [/^\/[^/]+\/faq\/.+/, 'help/faq/FaqLayout.tsx', 'help/faq/FaqArticlePage.tsx', 'platform/html/sanitise.ts'],
  [/^\/[^/]+\/[^/]+$/, 'app/rooms.ts'],
  [/^\/[^/]+$/, 'app/rooms.ts'],
]

/** The login pages do not use the frame of the others. */
const bare = /^\/(login|forgot)$|^\/[^/]+\/(login|register|forgot)$/
const frame = ['app/rooms.ts']

/** The files of an address: its page module, its look, the frame and their imports, without those of the entry. */
export function modulesOf(
  manifest: WebManifest,
  address: string,
  look = 'default',
): { scripts: string[]; styles: string[] } {
  const path = address.replace(/(.)\/$/, '$1')
  const [, ...page] = pageModules.find(([pattern]) => pattern.test(path)) ?? []
  const around = bare.test(path) ? [] : frame
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  const already = new Set(entry ? reached(manifest, entry) : [])
  const wanted = [...page, ...screensOf(manifest, path), `seasons/themes/${look}/look.ts`, ...around].flatMap(
    (source) => reached(manifest, keyOf(manifest, source)),
  )
  const keys = [...new Set(wanted)].filter((key) => !already.has(key))
  const chunks = keys.flatMap((key) => manifest[key] ?? [])
  return {
    scripts: chunks.map((chunk) => chunk.file),
    styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))],
  }
}

/** All files that a page may load while it is open, also later: for a page that works without a network. */
export function wholePage(manifest: WebManifest, source: string, look = 'default'): string[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? ''
  const parts = [source, ...frame].map((part) => keyOf(manifest, part))
  const later = parts.flatMap((key) => manifest[key]?.dynamicImports ?? [])
  const keys = new Set(
    [entry, keyOf(manifest, `seasons/themes/${look}/look.ts`), ...parts, ...later].flatMap((key) =>
      reached(manifest, key),
    ),
  )
  const chunks = [...keys].flatMap((key) => manifest[key] ?? [])
  return [...new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))].sort()
}

/** A module that shares its file with others is found by the name of that file. */
function keyOf(manifest: WebManifest, source: string): string {
  if (manifest[source]) return source
  const name = basename(source, extname(source))
  return Object.keys(manifest).find((key) => key.startsWith('_') && manifest[key]?.name === name) ?? ''
}

/** The screen of a stage kind is in the folder of that kind. */
function screensOf(manifest: WebManifest, path: string): string[] {
  const kind = path.match(/^\/[^/]+\/[^/]+\/stages\/([a-z_]+)(?!.*\/manual$)/)?.[1]
  const screen = new RegExp(`^kinds/${kind}/\\w+Screen\\.tsx$`)
  return kind ? Object.keys(manifest).filter((source) => screen.test(source)) : []
}

/** Every source in the table; a test checks that each is built. */
export const pageSources = [...pageModules.flatMap(([, ...sources]) => sources), ...frame]

function reached(manifest: WebManifest, from: string, seen = new Set<string>()): string[] {
  if (seen.has(from) || !manifest[from]) return [...seen]
  seen.add(from)
  for (const next of manifest[from]?.imports ?? []) reached(manifest, next, seen)
  return [...seen]
}
