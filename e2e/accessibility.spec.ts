import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { changeStart } from './change-start.ts'
import { unfoldAll } from './console-places.ts'
import { everyPage, type Opener, type PortalPage } from './every-page.ts'
import { logIn } from './people.ts'
import { allCome, asPhone, expectSound, faultsOf, openWhole, settle, smallTargets } from './sound.ts'

// These tests only look at pages, so they may run in parallel.
test.describe.configure({ mode: 'parallel' })

const themes = ['default', 'theme-wb', 'theme-bw', 'theme-lb']

async function open(page: Page, { path, unverified, ends }: PortalPage) {
  if (unverified) await changeStart(page, { profile: { email_verified: false } })
  await openWhole(page, path)
  // The first visit shows the instructions once.
  if (!path.endsWith('/manual') && new URL(page.url()).pathname.endsWith('/manual'))
    await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  await expect(page).toHaveURL(ends ?? new RegExp(`${path}/?(\\?|#|$)`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await allCome(page)
  // A page that failed to load must not be checked in its place: the id in an address of the demo may have changed.
  await expect(page.getByRole('main').getByRole('button', { name: 'Повторить', exact: true }), path).toHaveCount(0)
  await unfoldAll(page)
  await allCome(page)
  await settle(page)
}

async function dress(page: Page, theme: string) {
  await page.evaluate((chosen) => {
    document.documentElement.classList.remove('theme-wb', 'theme-bw', 'theme-lb')
    if (chosen !== 'default') document.documentElement.classList.add(chosen)
  }, theme)
  await settle(page)
}

/**
 * Checks for one h1, no skipped heading level, one main, and nothing wider than the window. Repeats the check, because
 * the program needs a moment to redraw parts for another width.
 */
async function structureOf(page: Page, name: string): Promise<string[]> {
  let wrong: string[] = []
  const look = async () => {
    wrong = await structureNow(page, name)
    expect(wrong).toEqual([])
  }
  await expect(look)
    .toPass({ intervals: [50, 200, 500], timeout: 10_000 })
    .catch(() => {})
  return wrong
}

const structureNow = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(
    ([place, width]) => {
      const wrong: string[] = []
      const seen = [...document.querySelectorAll<HTMLElement>('h1,h2,h3,h4,h5,h6')].filter((h) => h.checkVisibility())
      const levels = seen.map((heading) => Number(heading.tagName[1]))
      if (levels.filter((level) => level === 1).length !== 1) wrong.push(`${levels} headings`)
      levels.forEach((level, i) => {
        if (level > (levels[i - 1] ?? level) + 1)
          wrong.push(`h${level} «${seen[i]?.textContent}» after h${levels[i - 1]}`)
      })
      if (document.querySelectorAll('main').length !== 1) wrong.push('not one main')
      // Not innerWidth: on a phone it grows with the overflow.
      const over = document.documentElement.scrollWidth - width
      if (over > 0) {
        const clipped = (element: Element): boolean =>
          element !== document.body &&
          (getComputedStyle(element).overflowX !== 'visible' ||
            // Fixed elements follow the window and never widen it.
            getComputedStyle(element).position === 'fixed' ||
            (element.parentElement ? clipped(element.parentElement) : false))
        const widest = [...document.body.querySelectorAll('*')].findLast(
          (element) =>
            element.getBoundingClientRect().right > width + 1 &&
            element.parentElement &&
            !clipped(element.parentElement),
        )
        wrong.push(
          `scrolls sideways by ${over} px: ${[widest, widest?.parentElement, widest?.parentElement?.parentElement].map((e) => `${e?.tagName}.${e?.getAttribute('class')}`).join(' in ')}`,
        )
      }
      return wrong.map((words) => `${place}: ${words}`)
    },
    [name, page.viewportSize()?.width ?? 0] as const,
  )

const pagesALot = 4
/** The pages of one account in batches, so that several are checked in parallel. */
const lots = [...new Set(everyPage.map(({ as }) => as))].flatMap((as) => {
  const pages = everyPage.filter((one) => one.as === as)
  return Array.from({ length: Math.ceil(pages.length / pagesALot) }, (_, lot) => ({
    as,
    lot: lot + 1,
    pages: pages.slice(lot * pagesALot, (lot + 1) * pagesALot),
  }))
})

for (const { as, lot, pages } of lots)
  test(`every page of ${as}, lot ${lot}, meets WCAG 2.1 AA in four themes, wide and on a phone, at 100 and 150 %, and at a browser’s zoom of 200 %`, async ({
    page,
  }) => {
    const wrong: string[] = []
    await enter(page, as)
    for (const each of pages) {
      await test.step(each.path, async () => {
        await open(page, each)
        const name = `${each.path} as ${as}`
        for (const theme of themes) {
          await dress(page, theme)
          // A theme changes only colours, and the other rules have already checked this page.
          wrong.push(...(await faultsOf(page, `${name}, ${theme}`, theme === 'default' ? undefined : 'color-contrast')))
        }
        await dress(page, 'default')
        wrong.push(...(await structureInSizes(page, name)))
        // A 1440 px window at 200 % zoom is 720 px wide.
        const size = page.viewportSize() ?? { width: 1440, height: 900 }
        await page.setViewportSize({ width: 720, height: 450 })
        wrong.push(...(await structureOf(page, `${name}, 200 %`)))
        await page.setViewportSize(size)
        const wide = await asPhone(page)
        await allCome(page)
        // Colours are the same at both widths: the other themes were checked on the wide one.
        wrong.push(...(await faultsOf(page, `${name}, phone`)))
        wrong.push(...(await smallTargets(page, `${name}, phone`)))
        wrong.push(...(await structureInSizes(page, `${name}, phone`)))
        await wide()
        if (each.opens) wrong.push(...(await faultsWhenOpen(page, each.opens, name)))
      })
    }
    expect(wrong).toEqual([])
  })

async function structureInSizes(page: Page, name: string): Promise<string[]> {
  const wrong = await structureOf(page, name)
  for (const size of ['large', 'xlarge']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.fontSize = chosen
    }, size)
    wrong.push(...(await structureOf(page, `${name}, ${size}`)))
  }
  await page.evaluate(() => {
    delete document.documentElement.dataset.fontSize
  })
  return wrong
}

const opened = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [aria-invalid=true], main [role=alert]'

/** The violations after this button has opened its menu or dialog, or has shown the faults of the form. */
async function faultsWhenOpen(page: Page, button: string | RegExp, name: string): Promise<string[]> {
  await page.getByRole('button', { name: button }).first().click()
  await expect(page.locator(opened).filter({ visible: true }).first()).toBeVisible()
  const wrong: string[] = []
  for (const theme of themes) {
    await dress(page, theme)
    const rule = theme === 'default' ? undefined : 'color-contrast'
    wrong.push(...(await faultsOf(page, `${name}, ${button} pressed, ${theme}`, rule)))
  }
  await dress(page, 'default')
  await page.keyboard.press('Escape')
  return wrong
}

const unnamed: Partial<Record<Opener, string>> = {
  drafter: personWho('is seen with a form under way'),
  supporter: personWho('supports a competition'),
}

async function enter(page: Page, as: Opener) {
  if (as === 'visitor') return
  await logIn(page, unnamed[as] ?? `${as}@demo.test`)
}

const look = (page: Page) =>
  page.evaluate(() => {
    const { classList, dataset } = document.documentElement
    const { fontSize, images, controls, chosenLook } = dataset
    return {
      theme: [...classList].find((name) => name.startsWith('theme-')) ?? chosenLook ?? 'default',
      fontSize: fontSize ?? 'default',
      images: images ?? 'on',
      controls: controls ?? 'on',
    }
  })

/** Records the attributes of <html> when the body appears, before anything can be painted. */
const watchFirstPaint = (page: Page) =>
  page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (!document.body) return
      watcher.disconnect()
      const { classList, dataset } = document.documentElement
      Object.assign(window, { dressedAtFirst: JSON.stringify({ classes: [...classList], ...dataset }) })
    })
    watcher.observe(document, { childList: true, subtree: true })
  })
const dressedAtFirst = async (page: Page) =>
  JSON.parse(await page.evaluate(() => (window as unknown as { dressedAtFirst: string }).dressedAtFirst))

async function openSettings(page: Page) {
  await page.getByRole('button', { name: 'Настройки отображения' }).click()
  const panel = page.getByRole('dialog', { name: 'Настройки отображения' })
  await expect(panel).toBeVisible()
  return panel
}

test('SC-10 every size, theme and switch of the panel works at once, survives a reload and is applied before the first paint of every page', async ({
  page,
}) => {
  await watchFirstPaint(page)
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/business')
  const panel = await openSettings(page)
  const rem = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  for (const [label, size, px] of [
    [/125 %/, 'large', 20],
    [/150 %/, 'xlarge', 24],
    [/100 %/, 'default', 16],
  ] as const) {
    await panel.getByLabel(label).check()
    expect(await look(page)).toMatchObject({ fontSize: size })
    expect(await rem()).toBe(px)
  }
  const grounds = new Set<string>()
  for (const [label, theme] of [
    ['Белым по чёрному', 'theme-bw'],
    ['Тёмно-синим по голубому', 'theme-lb'],
    ['Как у конкурса «Лидеры политики. Второй сезон»', 'politleaders_2'],
    ['Как у конкурса «Социальные архитекторы»', 'socialarchitects'],
    ['Как у конкурса «Лидеры АПК»', 'apk_leaders'],
    ['Обычные', 'default'],
    ['Чёрным по белому', 'theme-wb'],
  ] as const) {
    await panel.getByLabel(label).check()
    expect(await look(page)).toMatchObject({ theme })
    await expect(panel.getByText(`Цвета: ${label}`, { exact: true })).toBeAttached()
    grounds.add(
      await page.evaluate(() => {
        const style = getComputedStyle(document.documentElement)
        return ['--paper', '--action', '--field'].map((name) => style.getPropertyValue(name)).join()
      }),
    )
  }
  expect(grounds.size).toBe(7)
  await panel.getByLabel(/150 %/).check()
  await panel.getByLabel('Показывать изображения').uncheck()
  await panel.getByLabel('Показывать элементы управления').uncheck()
  const chosen = { theme: 'theme-wb', fontSize: 'xlarge', images: 'off', controls: 'off' }
  expect(await look(page)).toEqual(chosen)
  for (const path of ['/ru_season_5/business', '/profile', '/', '/ru_season_5/support', '/no_such_competition']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const first = await dressedAtFirst(page)
    expect(first, path).toMatchObject({
      classes: ['theme-wb'],
      fontSize: 'xlarge',
      images: 'off',
      controls: 'off',
    })
    expect(await look(page), path).toEqual(chosen)
  }
  await page.goto('/ru_season_5/business')
  await (await openSettings(page)).getByRole('button', { name: 'Вернуть обычный вид' }).click()
  expect(await look(page)).toEqual({ theme: 'default', fontSize: 'default', images: 'on', controls: 'on' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await look(page)).toEqual({ theme: 'default', fontSize: 'default', images: 'on', controls: 'on' })
})

test('SC-10 with pictures off an article shows their text instead, and with pictures on the pictures again', async ({
  page,
}) => {
  await enter(page, 'participant')
  await page.goto('/ru_season_5/faq/s-chego-nachat/kak-ustroen-konkurs')
  const picture = page.getByRole('main').getByRole('img', { name: /^Четыре вершины подряд/ })
  await expect(picture).toBeVisible()
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(picture).toHaveJSProperty('naturalWidth', 1200)
  const words = page.getByText(/^Четыре вершины подряд, каждая выше прежней/)
  await expect(words).toBeHidden()
  const showPictures = (shown: boolean) =>
    page.evaluate((showImages) => localStorage.setItem('accessibility', JSON.stringify({ showImages })), shown)
  await showPictures(false)
  await page.reload()
  await expect(words).toBeVisible()
  await expect(picture).toBeHidden()
  await expectSound(page)
  await showPictures(true)
  await page.reload()
  await expect(picture).toBeVisible()
  await expect(words).toBeHidden()
})

test('SC-10 a competition’s theme chosen in the panel stays in other competitions, also on login pages', async ({
  page,
}) => {
  await watchFirstPaint(page)
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('accessibility', '{"theme":"apk_leaders"}'))
  for (const path of ['/', '/ru_season_5/login', '/politleaders_2/register']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await dressedAtFirst(page), path).toMatchObject({ look: 'apk_leaders' })
    expect(await page.evaluate(() => document.documentElement.dataset.look), path).toBe('apk_leaders')
  }
})

test('switching pictures off removes decorations, and switching controls off leaves only what is needed', async ({
  page,
}) => {
  await page.goto('/')
  const decoration = page.locator('[data-decoration]').first()
  const social = page.getByRole('contentinfo').getByRole('link', { name: 'Telegram' })
  await expect(decoration).toBeVisible()
  await expect(social).toBeVisible()
  await page.evaluate(() => localStorage.setItem('accessibility', '{"showImages":false,"showControls":false}'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.locator('[data-decoration]:visible')).toHaveCount(0)
  await expect(page.locator('img:visible')).toHaveCount(0)
  await expect(social).toBeHidden()
  const painted = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).backgroundImage !== 'none')
      .map((element) => element.className),
  )
  expect(painted).toEqual([])
})

test('the settings work by keyboard alone: they open, keep the focus inside, close and return it', async ({ page }) => {
  await page.goto('/')
  const toggle = page.getByRole('button', { name: 'Настройки отображения' })
  await toggle.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Настройки отображения' })
  await expect(panel.getByRole('heading', { name: 'Настройки отображения' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByLabel(/125 %/)).toBeChecked()
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const { activeElement: at } = document
      return at !== document.body && at?.closest('dialog') === null
    })
    expect(outside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(toggle).toBeFocused()
})

interface Stop {
  name: string
  fault: string | null
}

/** The focused element: its name, and what is wrong with its focus ring. */
const stopAt = (page: Page) =>
  page.evaluate((): Stop => {
    const at = document.activeElement as HTMLElement | null
    if (!at || at === document.body) return { name: '', fault: null }
    const name = `${at.tagName} «${(at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40)}» ${at.getAttribute('name') ?? ''}`
    const box = at.getBoundingClientRect()
    const inView =
      box.bottom > 0 && box.right > 0 && box.top < window.innerHeight && box.left < window.innerWidth && box.width > 0
    // A field may show the ring on the frame around it.
    const ringed = [at, at.parentElement, at.parentElement?.parentElement].some((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    return { name, fault: inView ? (ringed ? null : 'has no visible focus') : 'is out of view' }
  })

for (const { as, path, least } of [
  { as: 'visitor', path: '/ru_season_5/login', least: 6 },
  { as: 'visitor', path: '/ru_season_5/register', least: 4 },
  { as: 'finalist', path: '/ru_season_5/business', least: 8 },
  { as: 'drafter', path: '/ru_season_5/business/stages/form/questionnaire', least: 20 },
  { as: 'finalist', path: '/profile', least: 6 },
  { as: 'finalist', path: '/ru_season_5/support', least: 6 },
] as const)
  test(`every Tab stop of ${path} has a visible focus`, async ({ page }) => {
    await enter(page, as)
    await open(page, { name: '', path, as })
    // Opens the page again, so that the focus starts at the top.
    await openWhole(page, path)
    await settle(page)
    const wrong: string[] = []
    const names: string[] = []
    for (let i = 0; i < 120; i += 1) {
      await page.keyboard.press('Tab')
      const { name, fault } = await stopAt(page)
      if (name === '') break
      names.push(name)
      if (fault) wrong.push(`${name} ${fault}`)
    }
    expect(wrong).toEqual([])
    expect(names.length).toBeGreaterThanOrEqual(least)
    expect(names[0]).toContain('Перейти к содержанию')
  })

test('with reduced motion nothing moves, and the page scrolls at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logIn(page, 'finalist@demo.test')
  for (const path of ['/ru_season_5/business', '/profile', '/ru_season_5/support']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const moving = await page.evaluate(() =>
      document.getAnimations().map((animation) => (animation as CSSAnimation).animationName ?? animation.id),
    )
    expect(moving, path).toEqual([])
  }
  await page.goto('/ru_season_5/business')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.evaluate(() => {
    const scroll = window.scrollTo.bind(window) as (x: number, y: number) => void
    const places: number[] = []
    Object.assign(window, {
      places,
      scrollTo: (x: number, y: number) => {
        places.push(y)
        scroll(x, y)
      },
    })
  })
  await page.getByRole('link', { name: 'Все треки' }).click()
  await expect(page).toHaveURL(/\/ru_season_5$/)
  const places = () => page.evaluate(() => (window as unknown as { places: number[] }).places)
  // The page jumped to the top without steps between.
  await expect.poll(places).toEqual([0])
})
