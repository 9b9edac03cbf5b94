import { expect, test } from '@playwright/test'
import { enter } from './people.ts'
import { allCome, openWhole, settle } from './sound.ts'

test('a printed receipt states the person, the work and the time, and contains nothing else of the page', {
  tag: '@phone',
}, async ({ page }) => {
  await enter(page, 'finalist@demo.test')
  await openWhole(page, '/ru_season_5/business/stages/form/questionnaire')
  const manual = page.getByRole('link', { name: 'Перейти к этапу' })
  if (page.url().endsWith('/manual')) await manual.click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Анкета сдана' })).toBeVisible()
  await allCome(page)
  await settle(page)
  const profile = await page.evaluate(async () => {
    const refreshed = await fetch('/api/v3/auth/token/refresh', { method: 'POST' })
    const { access_token } = (await refreshed.json()) as { access_token: string }
    const answer = await fetch('/api/v3/user/profile', { headers: { 'X-Token': access_token } })
    return (await answer.json()) as { id: number; fio: string }
  })

  // On the screen the success is stated once, without the person's name.
  await expect(main.getByText(profile.fio)).toBeHidden()
  await expect(main.getByText('Пройден', { exact: true })).toHaveCount(0)
  await expect(main.getByText('Этап пройден, решение от')).toHaveCount(1)

  await page.emulateMedia({ media: 'print' })
  for (const [term, fact] of [
    ['Конкурс', 'Лидеры страны. Пятый сезон'],
    ['Участник', profile.fio],
    ['ID', String(profile.id)],
    ['Номер квитанции', /^\d{4}-\d+$/],
    ['Дата и время (Москва)', /^\d\d\.\d\d\.\d{4} \d\d:\d\d$/],
  ] as const) {
    const row = main.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) })
    await expect(row.getByRole('definition')).toHaveText(fact)
    await expect(row.getByRole('definition')).toBeVisible()
  }
  await expect(main.getByRole('heading', { level: 1, name: 'Анкета участника' })).toBeVisible()
  await expect(main.getByText('Республика Татарстан')).toBeVisible()
  const ofTheScreen = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header[class] [data-band], footer, nav, button, a, input, summary, [role=alert], [role=status], [aria-live]',
      ),
    ]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 1)
      .map((element) => element.outerHTML.slice(0, 120)),
  )
  expect(ofTheScreen).toEqual([])
})
