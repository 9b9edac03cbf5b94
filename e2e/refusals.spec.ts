import { expect, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'

test('every refusal of the API is JSON, also for an unknown address', async ({ request }) => {
  for (const path of ['/api/v3/no-such-path', '/api/v3', '/api/v3/user/no-such-path']) {
    const answer = await request.get(path)
    expect([answer.status(), await answer.json()], path).toEqual([
      404,
      { code: 'not_found', message: 'Страница не найдена' },
    ])
  }
})

test('SK-03 a refused hand-in scrolls its reason into view, and the answers stay', async ({ page }) => {
  await logIn(page, personWho('has work returned'))
  await page.goto('/ru_season_5/business/stages/form/questionnaire')
  await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  await expect(page.getByText('Работу вернули на доработку')).toBeVisible()
  // A remark leads to its field and adds no step to the history.
  const address = page.url()
  const remark = page.getByRole('main').locator('a[href^="#field-"]').first()
  await remark.click()
  await expect(page.locator((await remark.getAttribute('href')) ?? '')).toBeFocused()
  expect(page.url()).toBe(address)
  const about = await page.getByLabel('Расскажите о себе').inputValue()
  await page.getByRole('button', { name: 'Проверить и сдать' }).click()
  await page.route('**/api/v3/user/stages/*/answer', (route) =>
    route.fulfill({ status: 409, json: { code: 'stage_closed', message: 'Этап закрыт. Срок закончился' } }),
  )
  await page.getByRole('button', { name: 'Сдать анкету' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Этап закрыт' })
  await expect(refusal).toBeInViewport()
  await expect(refusal).toContainText('Сдать анкету уже нельзя')
  await page.getByRole('button', { name: 'Вернуться к правке' }).click()
  await expect(page.getByLabel('Расскажите о себе')).toHaveValue(about)
})

test('SK-03 a rejected person sees the reason, the next step and the hand-in', async ({ page }) => {
  await logIn(page, personWho('was refused'))
  await page.goto('/ru_season_5/business')
  await page.getByRole('region', { name: 'Путь участника' }).getByRole('link', { name: 'Анкета участника' }).click()
  await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  await expect(page.getByText(/^Этап не пройден, решение от/)).toBeVisible()
  await expect(page.getByText('Можно подать апелляцию в поддержку')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ваши ответы' })).toBeVisible()
  // The receipt of the hand-in stays, and does not look like a success.
  await expect(page.getByRole('region', { name: 'Квитанция о сдаче' })).toBeVisible()
  await expect(page.getByText('Анкета сдана')).toHaveCount(0)
})

test('SK-02 a person who rejected the rules can change the answer from the track page', async ({ page }) => {
  await logIn(page, personWho('rejected the rules'))
  await page.goto('/ru_season_5/state')
  await page.getByRole('region', { name: 'Путь участника' }).getByRole('link', { name: 'Правила конкурса' }).click()
  await expect(page.getByText('Если передумали, решение можно изменить, пока этап открыт.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Принять правила' })).toBeVisible()
})

test('SK-02 the track page states that the rules have changed, and until when they must be accepted again', async ({
  page,
}) => {
  await logIn(page, personWho('accepted old rules'))
  await page.goto('/ru_season_5/state')
  const path = page.getByRole('region', { name: 'Путь участника' })
  await expect(path).toContainText('Открыт заново')
  await expect(path).toContainText(/Правила изменились, их нужно принять ещё раз\. Срок — до \d\d\.\d\d\.\d{4} 23:59/)
})

test('EN-06 a personal extension is shown as personal on the track page and on the stage', async ({ page }) => {
  await logIn(page, personWho('has a term of their own'))
  await page.goto('/ru_season_5/state')
  await expect(page.getByRole('region', { name: 'Путь участника' })).toContainText('Личный срок: до')
  await page.goto('/ru_season_5/state/stages/form/questionnaire')
  await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  await expect(page.getByText(/^Личный срок: до .* по Москве$/)).toBeVisible()
})

test('EN-07 a disqualified person sees the reason on the track page and above the hand-in', async ({ page }) => {
  await logIn(page, personWho('was disqualified'))
  await page.goto('/ru_season_5/state')
  await expect(page.getByText('Участие прекращено')).toBeVisible()
  await page.getByRole('region', { name: 'Путь участника' }).getByRole('link', { name: 'Анкета участника' }).click()
  await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  await expect(page.getByRole('heading', { name: 'Анкета сдана' })).toBeVisible()
  await expect(page.getByText('Участие прекращено')).toBeVisible()
  await expect(page.getByText('Других этапов для вас сейчас нет')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Сдать анкету' })).toHaveCount(0)
})

test('a stage that is over explains what happened, shows the draft and the remaining ways', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  await page
    .getByRole('region', { name: 'Путь участника' })
    .getByRole('link', { name: /^Опрос «Чего вы ждёте/ })
    .click()
  const over = page.getByRole('region', { name: 'Приём закончился' })
  await expect(over).toContainText(/Срок закончился \d\d\.\d\d\.\d{4} \d\d:\d\d\./)
  await expect(over.getByRole('link', { name: 'Написать в поддержку' })).toHaveAttribute('href', '/ru_season_5/support')
  await expect(over).toContainText('Дальше —')
})
