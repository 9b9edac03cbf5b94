import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const { resolve } = createRequire(import.meta.url)

/** Arimo has the widths of Arial. */
const packages = { Arial: 'arimo', Roboto: 'roboto' }
const ranges = { cyrillic: 'U+0400-04FF, U+2116', latin: 'U+0000-00FF, U+2000-206F' }

function file(font: keyof typeof packages, subset: string, weight: number): string {
  const name = packages[font]
  return readFileSync(resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff2`)).toString('base64')
}

/**
 * Shows the pages that open afterwards as on a device that has this font and not the other one, whatever the machine
 * has: the style sheets get the font itself where they name it with `local()`. The context must have `bypassCSP`,
 * because the portal's pages take no font from a style sheet.
 */
export async function withDeviceFont(page: Page, font: keyof typeof packages) {
  await page.route(/\/assets\/[^/]+\.css$/, async (route) => {
    const answer = await route.fetch()
    const sheet = (await answer.text()).replace(/@font-face\{[^}]*\blocal\([^}]*\}/g, (face) => {
      if (!face.includes(`local(${font}`)) return ''
      const weight = face.includes(`local(${font} Bold)`) ? 700 : 400
      return Object.entries(ranges)
        .map(([subset, range]) =>
          face
            .replace(/src:[^;}]+/, `src:url(data:font/woff2;base64,${file(font, subset, weight)})`)
            .replace(/\}$/, `;unicode-range:${range}}`),
        )
        .join('')
    })
    await route.fulfill({ response: answer, body: sheet })
  })
}
