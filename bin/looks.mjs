// One picture of every look: its login page and a track page side by side, at desktop width and on a phone.
// npm run looks            writes dist/looks.png
// npm run looks -- --out docs/pictures/looks.webp --width 1600   writes a smaller one
import { parseArgs } from 'node:util'
import { contactSheet, withPortal } from './picture-portal.mjs'

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dist/looks.png' }, width: { type: 'string', default: '2880' } },
})
const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 800 }

await withPortal('demo/portal-of-looks.ts', async (browser, address) => {
  const { shownBy } = await import('../demo/looks.ts')
  const rows = []
  for (const [look, place] of Object.entries(shownBy)) {
    console.log(look)
    rows.push(await row(browser, address, place))
  }
  const sheet = { sizes: [desktop, desktop, phone, phone], rowHeight: desktop.height }
  await contactSheet(rows, { ...sheet, width: Number(values.width), out: values.out })
  console.log(values.out)
})

/** Login and track, wide and narrow: four screenshots. */
async function row(browser, address, { competition, track }) {
  const wide = await browser.newContext({ viewport: desktop, locale: 'ru-RU', reducedMotion: 'reduce' })
  const page = await wide.newPage()
  const pictures = []
  await page.goto(`${address}/${competition}/login`, { waitUntil: 'networkidle' })
  pictures.push(await page.screenshot())
  await page.getByLabel('Электронная почта или телефон').fill('participant@demo.test')
  await page.getByLabel('Пароль', { exact: true }).fill('Demo-Leader-2026')
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  await page.goto(`${address}/${competition}/${track}`, { waitUntil: 'networkidle' })
  pictures.push(await page.screenshot())
  await page.setViewportSize(phone)
  await page.reload({ waitUntil: 'networkidle' })
  const narrowTrack = await page.screenshot()
  await wide.close()
  const narrow = await browser.newContext({ viewport: phone, locale: 'ru-RU', reducedMotion: 'reduce' })
  const entrance = await narrow.newPage()
  await entrance.goto(`${address}/${competition}/login`, { waitUntil: 'networkidle' })
  pictures.push(await entrance.screenshot(), narrowTrack)
  await narrow.close()
  return pictures
}
