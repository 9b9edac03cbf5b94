import { expect, type Page, test } from '@playwright/test'
import { codeFor, fromOwnAddress, logIn, newcomer } from './people.ts'

/** Simulates a browser that stores nothing: each kind of storage throws at every use. */
const withoutStorage = (page: Page) =>
  page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const store of ['localStorage', 'sessionStorage']) Object.defineProperty(window, store, { get: refuse })
    IDBFactory.prototype.open = refuse
    IDBFactory.prototype.databases = refuse
  })

const faultsOf = (page: Page) => {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  return faults
}

test('a registration works in a browser that stores nothing', async ({ page }) => {
  const faults = faultsOf(page)
  const { email, phone } = newcomer()
  await fromOwnAddress(page)
  await withoutStorage(page)
  await page.goto('/ru_season_5/register')
  await page.getByRole('button', { name: 'Начать регистрацию' }).click()
  await page.getByLabel('Электронная почта').fill(email)
  await page.getByLabel('Мобильный телефон').fill(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').fill(await codeFor(page.request, phone))
  await page.getByLabel('Код из письма').fill(await codeFor(page.request, email))
  await expect(page.getByRole('heading', { level: 2, name: 'Кто вы' })).toBeVisible()
  expect(faults).toEqual([])
})

test('a person can log in and out in a browser that stores nothing', async ({ page }) => {
  const faults = faultsOf(page)
  await logIn(page, 'finalist@demo.test')
  await withoutStorage(page)
  await page.goto('/ru_season_5/business')
  await expect(page.getByRole('region', { name: 'Путь участника' })).toBeVisible()
  await page.getByRole('button', { name: /: меню$/ }).click()
  await page.getByRole('menuitem', { name: 'Выход' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/ru_season_5/business')
  await expect(page.getByLabel('Пароль', { exact: true })).toBeVisible()
  expect(faults).toEqual([])
})
