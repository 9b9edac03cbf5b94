import type { Dressed } from '#shared/competitions/look-of.ts'

/** What the server puts into a page beside its markup, so that the first calls of the browser need no round trip. */
export interface PageData {
  config: unknown
  competitions: { competitions: (Dressed & { title: string; tagline: string })[] } | null
  /** What the page of registration shows first. */
  registration?: { code: string; notify: unknown; form: unknown }
  /** False when the browser holds no refresh cookie, so that asking for a token would be a wasted round trip. */
  may_refresh: boolean
}

/**
 * The browser's own program, built for the server: the markup of a page as a visitor sees it who has not logged in,
 * or null where the browser has to draw it.
 */
export type RenderPage = (path: string, data: PageData) => Promise<string | null>
