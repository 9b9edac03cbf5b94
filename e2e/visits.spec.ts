import { expect, type Page, test } from '@playwright/test'
import { choose, codeFor, newcomer, suggest } from './people.ts'
import { expectSound, openWhole } from './sound.ts'

const counterHosts = ['mc.yandex.ru', 'top-fwz1.mail.ru']
const allowed = counterHosts.map((host) => `https://${host}`).join(' ')
const question = (page: Page) => page.getByRole('complementary', { name: 'Подсчёт посещений' })

/** Switches the counters on. The returned list grows with every request of the page to another host. */
async function withCounters(page: Page): Promise<URL[]> {
  const asked: URL[] = []
  await page.route('**/*', async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    if (url.hostname !== 'localhost') {
      asked.push(url)
      return route.fulfill({ contentType: 'image/gif', body: '' })
    }
    if (request.resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    const none = '"ymid":null,"mtid":null,"social_goal_id":null'
    expect(html).toContain(none)
    const some = '"ymid":"111","mtid":"222","social_goal_id":"registered"'
    // As the portal's own policy is with these settings.
    const headers = { ...response.headers() }
    const policy = headers['content-security-policy'] ?? ''
    headers['content-security-policy'] = policy.replace('img-src', `img-src ${allowed}`)
    expect(headers['content-security-policy']).toContain(allowed)
    return route.fulfill({ response, headers, body: html.replace(none, some) })
  })
  return asked
}

/** The pages reported to the first counter. */
const pagesIn = (asked: URL[]) =>
  asked.filter(({ hostname }) => hostname === 'mc.yandex.ru').map(({ searchParams }) => searchParams.get('page-url'))

/** The controls that the question covers, in place or after scrolling to them. */
const coveredBy = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#root :is(a, button, input)')].flatMap((control) => {
      if (control.closest('aside') || !control.checkVisibility()) return []
      const covered = () => {
        const { left, top, width, height } = control.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('aside')
      }
      const before = innerWidth < 800 && covered()
      control.scrollIntoView({ block: 'nearest' })
      return before || covered() ? [control.textContent || control.outerHTML] : []
    }),
  )

async function allowCounting(page: Page, wanted: boolean) {
  await page.getByRole('button', { name: 'Настройки отображения' }).click()
  await page.getByLabel('Разрешить считать посещения').setChecked(wanted, { force: true })
  await page.getByRole('button', { name: 'Закрыть' }).click()
}

test('the counters get nothing before the visitor agrees, then each page without its query, and nothing after the visitor withdraws', {
  tag: '@phone',
}, async ({ page }) => {
  const asked = await withCounters(page)
  const origin = await test.step('the question covers nothing and is answered from the keyboard', async () => {
    await openWhole(page, '/ru_season_5/login?from=letter#top')
    await expect(question(page)).toBeVisible()
    expect(await coveredBy(page)).toEqual([])
    await expectSound(page, 'login with the question')
    await question(page).getByRole('button', { name: 'Не нужно' }).press('Enter')
    await expect(question(page)).toBeHidden()
    return new URL(page.url()).origin
  })
  await openWhole(page, '/')
  await expect(question(page)).toBeHidden()
  expect(asked).toEqual([])

  await test.step('agrees in the settings of the display', async () => {
    await allowCounting(page, true)
    await expect.poll(() => asked.length).toBe(2)
    expect(asked.map(({ hostname }) => hostname).sort()).toEqual(counterHosts)
    await openWhole(page, '/ru_season_5/login?email=anna@example.test#name')
    await expect.poll(() => pagesIn(asked)).toEqual([`${origin}/`, `${origin}/ru_season_5/login`])
    await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
    await expect.poll(() => pagesIn(asked)).toHaveLength(3)
    expect(asked[4]?.searchParams.get('page-ref')).toBe(`${origin}/ru_season_5/login`)
    expect(asked.map(String).join()).not.toMatch(/anna|email|name/)
  })

  await test.step('changes his mind', async () => {
    await openWhole(page, '/')
    await expect.poll(() => pagesIn(asked)).toHaveLength(4)
    await allowCounting(page, false)
    await openWhole(page, '/ru_season_5/login')
    await expect(question(page)).toBeHidden()
    expect(asked).toHaveLength(8)
  })
})

test('a finished registration is reported as the goal, once', async ({ page }) => {
  const asked = await withCounters(page)
  const { request } = page
  const person = newcomer()
  const goOn = () => page.getByRole('button', { name: /^(Сохранить и продолжить|Продолжить)$/ }).click()
  await page.goto('/ru_season_5/register')
  await question(page).getByRole('button', { name: 'Разрешить' }).click()
  await page.getByRole('button', { name: 'Начать регистрацию' }).click()
  await page.getByLabel('Электронная почта').fill(person.email)
  await page.getByLabel('Мобильный телефон').fill(person.phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').fill(await codeFor(request, person.phone))
  await page.getByLabel('Код из письма').fill(await codeFor(request, person.email))
  await page.getByLabel('Фамилия').fill('Считалова')
  await page.getByLabel('Имя').fill('Аграфена')
  await page.getByLabel('Дата рождения').fill('12.04.1990')
  await goOn()
  await choose(page, /Гражданство$/, /^Россия/)
  await page.getByLabel('СНИЛС').fill(person.snils)
  await goOn()
  await suggest(page, /Регион проживания/, 'новосиб', 'Новосибирская область')
  await choose(page, /Уровень образования/, 'Высшее: специалитет')
  await page.getByLabel(/Опыт управления/).fill('7')
  await goOn()
  await page.getByRole('radio', { name: /^Бизнес и промышленность/ }).check({ force: true })
  await goOn()
  const consents = page.getByRole('checkbox', { name: /^Согласие на/ })
  await expect(consents.first()).toBeAttached()
  for (const consent of await consents.all()) await consent.check({ force: true })
  await goOn()
  await page.getByLabel('Новый пароль').fill(person.password)
  await page.getByLabel('Пароль ещё раз').fill(person.password)
  await page.getByRole('button', { name: 'Завершить регистрацию' }).click()
  await expect(page).toHaveURL(/\/ru_season_5\/business$/)
  const { origin, host } = new URL(page.url())
  const home = `${origin}/ru_season_5/business`
  const told = [`${origin}/ru_season_5/register`, `goal://${host}/registered`, home]
  // Waits for the reports: a reload loses reports that the page has not sent yet.
  await expect.poll(() => pagesIn(asked)).toEqual(told)
  await page.reload()
  await expect.poll(() => pagesIn(asked)).toEqual([...told, home])
  expect(asked.filter(({ href }) => decodeURIComponent(href).includes('e=RG:/registered;'))).toHaveLength(1)
  for (const said of [person.email, person.phone, 'Считалова'])
    expect(decodeURIComponent(asked.join())).not.toContain(said)
})
