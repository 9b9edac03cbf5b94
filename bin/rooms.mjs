// One picture of all rooms of the portal, each at three widths side by side.
// npm run rooms            writes dist/rooms.png
// npm run rooms -- --only competition,mentor --out docs/pictures/rooms.webp --width 1600   only these, and smaller
import { parseArgs } from 'node:util'
import { contactSheet, withPortal } from './picture-portal.mjs'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/rooms.png' },
    width: { type: 'string', default: '1800' },
    only: { type: 'string' },
  },
})
const sizes = [
  { width: 1440, height: 900 },
  { width: 808, height: 900 },
  { width: 360, height: 900 },
]
const track = '/ru_season_5/business'

/** The name of each room, the person of the demo who opens it (null: a visitor), and the address. */
const rooms = [
  ['index', null, '/'],
  ['login', null, '/ru_season_5/login'],
  ['competition', 'finalist', '/ru_season_5'],
  ['track', 'finalist', track],
  ['rules', 'participant', `${track}/stages/rules/rules`],
  ['form', 'demo030', '/ru_season_5/state/stages/form/questionnaire'],
  ['essay', 'finalist', `${track}/stages/essay/essay`],
  ['questionnaire', 'finalist', `${track}/stages/questionnaire/traits`],
  ['feedback', 'finalist', `${track}/stages/feedback/form_feedback`],
  ['ahead', 'finalist', `${track}/stages/final_mentor_choose/final_mentor`],
  ['over', 'participant', `${track}/stages/form/first_survey`],
  ['team', 'captain', `${track}/stages/teams_forming`],
  ['regional-team', 'finalist', `${track}/stages/teams_forming/regional_team`],
  ['mentors', 'finalist', '/young_managers/main/stages/mentor_choice/mentor'],
  ['booking', 'finalist', '/offline-event-booking?competition=ru_season_5&event=1'],
  ['profile', 'finalist', '/profile'],
  ['help', 'finalist', '/ru_season_5/faq'],
  ['mentor', 'mentor', '/mentor'],
  ['desk', 'assessor', '/desk'],
  ['queue', 'assessor', '/desk/stages/7'],
  ['check', 'assessor', '/desk/works/31'],
  ['supporter', 'demo034', '/ru_season_5'],
  ['editor', 'editor', '/admin'],
  ['duties', 'admin', '/admin'],
  ['console', 'admin', '/admin/ru_season_5'],
]
const only = values.only?.split(',')
const shown = rooms.filter(([name]) => only === undefined || only.includes(name))
if (shown.length === 0) throw new Error(`No room is called so. There are ${rooms.map(([name]) => name).join(', ')}`)

await withPortal('dist/server/main.mjs', async (browser, address) => {
  const rows = []
  for (const [name, who, path] of shown) {
    console.log(name)
    rows.push(await row(browser, address, who, path))
  }
  await contactSheet(rows, { sizes, rowHeight: 900, width: Number(values.width), out: values.out })
  console.log(values.out)
})

async function row(browser, address, who, path) {
  const context = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow', reducedMotion: 'reduce' })
  if (who !== null) {
    const data = { username: `${who}@demo.test`, password: 'Demo-Leader-2026' }
    const answer = await context.request.post(`${address}/api/v3/auth/login`, { data })
    if (!answer.ok()) throw new Error(`${who} could not log in: ${await answer.text()}`)
  }
  const page = await context.newPage()
  const pictures = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.goto(`${address}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // The first visit of a stage opens its long instructions.
    const onwards = page.getByRole('link', { name: 'Перейти к этапу', exact: true })
    if (page.url().endsWith('/manual')) await onwards.click()
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => !document.querySelector('[class*="Skeleton"]'))
    pictures.push(await page.screenshot())
  }
  await context.close()
  return pictures
}
