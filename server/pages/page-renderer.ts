import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { PageData, RenderPage } from '#shared/pages/rendered-page.ts'

/** The pages that a visitor meets first; every other one is drawn by the browser. */
const servedPage = /^\/$|^\/[^/]+\/(login|register|forgot)$/

const maxKept = 200

export interface PageRenderer {
  /** Reads the program from disk, so that the first visitor need not wait for it. */
  warm(): void
  /** The page for a visitor who has not logged in, or null where the browser draws it. */
  render(url: string, path: string, data: PageData): Promise<string | null>
}

/**
 * Draws the first pages with the browser's own program, each once for as long as what it shows stays the same.
 * Without that program, and where it fails, the browser draws them as it draws the rest.
 */
export function pageRenderer(file: string, onError: (fault: unknown) => void): PageRenderer {
  const kept = new Map<string, Promise<string | null>>()
  let program: Promise<RenderPage | null> | null = null

  function load(): Promise<RenderPage | null> {
    program ??= existsSync(file)
      ? import(pathToFileURL(file).href).then(
          (loaded: { renderPage: RenderPage }) => loaded.renderPage,
          (fault: unknown) => {
            onError(fault)
            return null
          },
        )
      : Promise.resolve(null)
    return program
  }

  return {
    warm: () => void load(),
    async render(url, path, data) {
      // A page drawn for a stranger must not flash before somebody whose session is about to be taken up again, and
      // the code of a letter's link is for the browser alone.
      if (data.may_refresh || !servedPage.test(path) || /[?&]code=/.test(url)) return null
      const draw = await load()
      if (!draw) return null
      const key = `${path}\n${JSON.stringify(data)}`
      let page = kept.get(key)
      if (!page) {
        if (kept.size >= maxKept) kept.clear()
        page = draw(path, data).catch((fault: unknown) => {
          onError(fault)
          return null
        })
        kept.set(key, page)
      }
      return page
    },
  }
}
