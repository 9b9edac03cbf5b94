import { expect, type Page } from '@playwright/test'
import type { Acts } from './acts.ts'
import { logIn } from './people.ts'

export const main = (page: Page) => page.getByRole('main')
export const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })

/** The button that opens a folded part of a long page. */
export const unfold = (page: Page, title: string) =>
  main(page).getByRole('button', { name: new RegExp(`^(Изменить|Показать): ${title}$`) })

/** Opens a part that may be open already, because it opens by itself when work waits in it. */
export async function unfoldUnlessOpen(page: Page, title: string): Promise<void> {
  const fold = button(page, new RegExp(`^(Изменить|Показать|Свернуть): ${title}$`))
  await expect(async () => {
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.press('Enter')
    await expect(fold).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 })
  }).toPass()
}

/** Opens all folded parts of a page, so that their content is checked too. */
export const unfoldAll = (page: Page) =>
  page.evaluate(() => {
    for (const box of document.querySelectorAll('[hidden="until-found"]')) box.dispatchEvent(new Event('beforematch'))
  })

/** A competition on the console's first page. */
export const dutyOf = (page: Page, title: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

/** Goes from the console's first page to a competition. */
export async function openSeason(page: Page, acts: Acts, title: string | RegExp) {
  await acts.click(dutyOf(page, title).getByRole('heading').getByRole('link'))
  await expect(page.getByRole('heading', { level: 1, name: 'Управление конкурсом' })).toBeVisible()
}

/** Goes back to the console's first page, by the breadcrumbs of every console page. */
export async function toFirstPage(page: Page, acts: Acts) {
  await acts.click(
    page.getByRole('navigation', { name: 'Вы здесь' }).getByRole('link', { name: 'Управление', exact: true }),
  )
  await expect(page).toHaveURL('/admin')
}

/** Logs in and copies a competition to a new one named «Сезон code», which nobody else sees. */
export async function copy(page: Page, acts: Acts, title: string | RegExp, code: string) {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin')
  await openSeason(page, acts, title)
  await acts.click(button(page, 'Скопировать сезон'))
  const dialog = page.getByRole('alertdialog', { name: 'Скопировать сезон' })
  await acts.type(dialog.getByLabel('Название нового сезона'), `Сезон ${code}`)
  await acts.type(dialog.getByLabel('Код в адресе'), code)
  await expect(dialog.getByLabel('На сколько дней сдвинуть все даты')).toHaveValue('364')
  await acts.click(dialog.getByRole('button', { name: 'Скопировать' }))
  await expect(page).toHaveURL(`/admin/${code}`)
}

/** Copies a competition, opens the console's first page and resets the counter of acts. */
export async function copyFirst(page: Page, acts: Acts, title: string | RegExp, code: string) {
  await copy(page, acts, title, code)
  await page.goto('/admin')
  acts.done()
}
