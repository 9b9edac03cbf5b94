import {
  coloursOf as coloursAmong,
  type LookSource,
  lookOf as lookAmong,
} from '#shared/seasons/competitions/look-of.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import type { Look } from './look.ts'

/*
 * A look is a folder; nothing else names it. The colours of all looks come with the first style sheet, a few hundred
 * bytes each, so that no page is painted twice; layout and drawings are fetched when their competition is opened.
 */
import.meta.glob('./*/theme.css', { eager: true })
const looks = import.meta.glob<{ look: Look }>('./*/look.ts')

const fileOf = (code: string) => `./${code}/look.ts`
const isLook = (code: string) => Object.hasOwn(looks, fileOf(code))

/** The codes of all looks. */
export const lookCodes: readonly string[] = Object.keys(looks)
  .map((file) => file.split('/')[1] ?? '')
  .toSorted()

/** The look that draws this competition; outside a competition, the portal's own. */
export const lookOf = (competition?: LookSource) => lookAmong(competition, isLook)

/** The look whose colours this competition has. */
export const coloursOf = (competition?: LookSource) => coloursAmong(competition, isLook)

const loading = new Map<string, Promise<Look>>()

/** Layout, background and logo of a look. Each code has one promise. */
export function loadLook(code: string): Promise<Look> {
  const file = fileOf(isLook(code) ? code : 'default')
  let promise = loading.get(file)
  if (!promise) {
    promise = loadChunk(async () => (await looks[file]?.())?.look as Look)
    remember(promise)
    promise.catch(() => loading.delete(file))
    loading.set(file, promise)
  }
  return promise
}

/** React reads these two fields before it suspends: a loaded look renders at once, without an open boundary. */
function remember(promise: Promise<Look> & { status?: string; value?: Look }): void {
  promise.then(
    (look) => Object.assign(promise, { status: 'fulfilled', value: look }),
    () => {},
  )
}

/** Applies the colours of a competition. A look chosen in the accessibility panel stays. */
export function applyLook(code: string) {
  const page = document.documentElement
  page.dataset.look = page.dataset.chosenLook ?? (isLook(code) ? code : 'default')
}
