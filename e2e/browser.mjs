import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The browser of the tests: the one that CHROME names, or the one that came with the packages and needs nothing of the
 * system. Returns Playwright's launch options. Unpacking takes seconds, once.
 */
export async function browserOptions() {
  const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update']
  if (process.env.CHROME) return { executablePath: process.env.CHROME, args }
  const cache = resolve('node_modules/.cache/browser')
  mkdirSync(cache, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = cache
  try {
    const packed = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin')
    const { inflate } = await import('@sparticuz/chromium')
    for (const name of readdirSync(packed).filter((file) => file.endsWith('.br'))) await inflate(join(packed, name))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  // The packed settings look for fonts where the browser was not unpacked to. Without any it ends at the first letter that
  // a page's own font has not brought yet.
  const fonts = join(cache, 'fonts')
  mkdirSync(fonts, { recursive: true })
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${join(cache, 'fonts-cache')}</cachedir></fontconfig>
`,
  )
  const libraries = [join(cache, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(cache, 'chromium'),
    args: [...args, '--disable-gpu'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: libraries,
      FONTCONFIG_PATH: fonts,
    },
  }
}
