import type { PageData } from '#shared/app/pages/rendered-page.ts'

export interface PageParts {
  path: string
  data: PageData
  head: string
  /** Files that the page needs besides the entry, so that they are loaded at the same time. */
  modules: { scripts: string[]; styles: string[] }
  /** The page rendered by the server, or null when the browser renders it. */
  markup: string | null
  /** The HTML that a page shows until the browser has rendered it. */
  cover?: string | null
}

/** The built index.html with everything for one address. */
export function pageHtml(template: string, { path, data, head, modules, markup, cover }: PageParts): string {
  const html = template
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('<!--start-data-->', () => startDataHtml(data, modules))
  if (markup === null) return cover ? html.replace('<div id="root">', () => `<div id="root">${cover}`) : html
  return html.replace('<div id="root">', () => `<div id="root" data-served="${attribute(path)}">${markup}`)
}

const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')

function startDataHtml(data: PageData, modules: { scripts: string[]; styles: string[] }): string {
  // «<» is the only character that could end the block early.
  const json = JSON.stringify(data).replace(/</g, '\\u003c')
  return [
    ...modules.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...modules.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    `<script type="application/json" id="start-data">${json}</script>`,
  ].join('')
}
