import type { LookSource } from '#shared/seasons/competitions/look-of.ts'

/** Data that the server puts into a page, so that the browser's first calls need no round trip. */
export interface PageData {
  config: unknown
  competitions: { competitions: (LookSource & { title: string; tagline: string })[] } | null
  /** What the registration page shows first. */
  registration?: { code: string; notify: unknown; form: unknown }
  /** False when the browser has no refresh cookie, so that asking for a token would be a wasted round trip. */
  may_refresh: boolean
}

/** What a page of a person shows before the browser has the person's data: only what is the same for everybody. */
export interface PageCover {
  /** The code of the look whose layout and sign the page has. */
  look: string
  /** The page's heading. */
  title: string
  /** Whether the link to all tracks is above the heading. */
  amongOthers: boolean
}

/** Gives the markup of a cover. */
export type RenderCover = (cover: PageCover) => Promise<string>

/**
 * The browser's program built for the server. It gives the markup of a page for a visitor who is not logged in, or
 * null when the browser has to draw the page.
 */
export type RenderPage = (path: string, data: PageData) => Promise<string | null>
