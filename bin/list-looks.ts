import { readdir, readFile } from 'node:fs/promises'
import type { Sign } from '#web/seasons/themes/sign.ts'

/** The data of a look that the server needs: the colours of a home screen icon, and the sign. */
export interface ListedLook {
  field: string
  onField: string
  accent: string
  paper: string
  sign: Sign
}

const themes = new URL('../web/seasons/themes/', import.meta.url)
const tokens = new URL('../web/platform/ui/tokens.css', import.meta.url)

/** A look is a folder of web/seasons/themes that has a look.ts. */
export async function listLooks(): Promise<Record<string, ListedLook>> {
  const usual = await readFile(tokens, 'utf8')
  const folders = (await readdir(themes, { recursive: true }))
    .map((path) => path.replaceAll('\\', '/').match(/^([^/]+)\/look\.ts$/)?.[1])
    .filter((folder) => folder !== undefined)
    .sort()
  const looks = await Promise.all(
    folders.map(async (folder) => {
      const css = await readFile(new URL(`${folder}/theme.css`, themes), 'utf8')
      const colour = (name: string) => colourOf(css, name) ?? colourOf(usual, name) ?? ''
      const { sign } = (await import(new URL(`${folder}/sign.ts`, themes).href)) as {
        sign: Sign
      }
      const accent = colourOf(css, 'field-accent') ?? colour('accent')
      return [
        folder,
        { field: colour('field'), onField: colour('on-field'), accent, paper: colour('paper'), sign },
      ] as const
    }),
  )
  return Object.fromEntries(looks)
}

const colourOf = (css: string, name: string) => css.match(new RegExp(`--${name}:\\s*(#[0-9a-f]{3,8});`))?.[1]
