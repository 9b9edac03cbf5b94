import type { Look } from './look.ts'
import './default/theme.css'
import './ru_season_5/theme.css'
import './politleaders_2/theme.css'
import './socialarchitects/theme.css'
import './apk_leaders/theme.css'
import './seasons.css'

/*
 * The colours of all looks come with the first style sheet, a few hundred bytes each, so that no page is painted twice;
 * the drawings are fetched when their competition is opened.
 */
const looks: Record<string, () => Promise<{ look: Look }>> = {
  default: () => import('./default/look.ts'),
  ru_season_5: () => import('./ru_season_5/look.ts'),
  politleaders_2: () => import('./politleaders_2/look.ts'),
  socialarchitects: () => import('./socialarchitects/look.ts'),
  apk_leaders: () => import('./apk_leaders/look.ts'),
}

/** Codes that have colours of their own and share the default drawing. */
const coloursOnly = ['ru_season_3', 'ru_season_4', 'ru_season_6', 'seasons_battle']

export const knowsLook = (code: string) => Object.hasOwn(looks, code) || coloursOnly.includes(code)

const loading = new Map<string, Promise<Look>>()

/** The drawings of a competition; an unknown code gets the default ones. The promise is one and the same for each code. */
export function loadLook(code: string): Promise<Look> {
  const known = Object.hasOwn(looks, code) ? code : 'default'
  let promise = loading.get(known)
  if (!promise) {
    promise = (looks[known] ?? (() => import('./default/look.ts')))().then((module) => module.look)
    promise.catch(() => loading.delete(known))
    loading.set(known, promise)
  }
  return promise
}

/** Dresses the page in a competition's colours. A look that the person chose in the accessibility panel stays. */
export function applyLook(code: string) {
  const page = document.documentElement
  page.dataset.look = page.dataset.chosenLook ?? (knowsLook(code) ? code : 'default')
}
