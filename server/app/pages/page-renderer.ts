import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { PageCover, PageData, RenderCover, RenderPage } from '#shared/app/pages/rendered-page.ts'

/** The first pages of a visitor; the browser renders all others. */
const servedPage = /^\/$|^\/(login|forgot)$|^\/[^/]+\/(login|register|forgot)$/

const maxKept = 200

interface Program {
  renderPage: RenderPage
  renderCover: RenderCover
}

export interface PageRenderer {
  /** Loads the program, so that the first visitor need not wait for it. */
  warm(): void
  /** The page for a visitor without a login, or null when the browser should render it. */
  render(url: string, path: string, data: PageData): Promise<string | null>
  /** The HTML that a page shows until the browser has rendered it; null without the program. */
  cover(cover: PageCover): Promise<string | null>
}

/**
 * Renders the first pages with the same program as the browser, and caches each while its data stay unchanged. Without
 * the program, or when it fails, the browser renders these pages like all others.
 */
export function pageRenderer(file: string, onError: (fault: unknown) => void): PageRenderer {
  const kept = new Map<string, Promise<string | null>>()
  let program: Promise<Program | null> | null = null

  function load(): Promise<Program | null> {
    program ??= existsSync(file)
      ? import(pathToFileURL(file).href).then(
          (loaded: Program) => loaded,
          (fault: unknown) => {
            onError(fault)
            return null
          },
        )
      : Promise.resolve(null)
    return program
  }

  /** Renders a page once for all visitors with the same data. */
  async function keep(key: string, draw: (loaded: Program) => Promise<string | null>): Promise<string | null> {
    const loaded = await load()
    if (!loaded) return null
    let page = kept.get(key)
    if (!page) {
      if (kept.size >= maxKept) kept.clear()
      page = draw(loaded).catch((fault: unknown) => {
        onError(fault)
        return null
      })
      kept.set(key, page)
    }
    return page
  }

  return {
    warm: () => void load(),
    async render(url, path, data) {
      // A visitor's page must not flash for a person whose session is about to continue, and only the browser may see
      // the code in a letter's link.
      if (data.may_refresh || !servedPage.test(path) || /[?&]code=/.test(url)) return null
      return keep(`${path}\n${JSON.stringify(data)}`, ({ renderPage }) => renderPage(path, data))
    },
    cover: (cover) => keep(JSON.stringify(cover), ({ renderCover }) => renderCover(cover)),
  }
}
