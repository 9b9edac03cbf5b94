import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { demoPassword } from './people.ts'
import { expectSound } from './sound.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Войти через Госуслуги' })

/** Presses the button by keyboard and chooses an answer on the page of the service. */
async function visit(page: Page, choice: string) {
  await button(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Государственная служба' })).toBeVisible()
  await page.getByRole('link', { name: choice }).click()
}

test(
  'a person from the state service logs in once with the password, and then without it until the link is undone',
  {
    tag: '@phone',
  },
  async ({ page }, { project }) => {
    const email = personWho(
      project.name === 'phone' ? 'enters through the state service by phone' : 'enters through the state service',
    )
    const name = project.name === 'phone' ? 'Мария' : 'Иван'
    const wanted = '/ru_season_5/faq'
    await page.goto(wanted)
    await expect(button(page)).toBeVisible()
    await expectSound(page, 'login with a state service')

    await visit(page, 'Отказать')
    await expect(page.getByText('Вы не разрешили доступ к данным «Госуслуг»')).toBeVisible()
    await visit(page, 'Не подтверждённый')
    await expect(page.getByText('Учётная запись на «Госуслугах» не подтверждена')).toBeVisible()

    await visit(page, name)
    await expect(page.getByText('Этот вход ещё не связан с учётной записью портала')).toBeVisible()
    await expectSound(page, 'login that links')
    await page.getByLabel('Электронная почта или телефон').fill(email)
    await page.getByLabel('Пароль', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Войти', exact: true }).click()
    await expect(page).toHaveURL(wanted)

    await page.context().clearCookies({ name: 'refresh' })
    await page.goto('/ru_season_5/login')
    await visit(page, name)
    await expect(page).not.toHaveURL(/login|state-service/)

    await page.goto('/profile#state-service')
    const section = page.locator('#state-service')
    await expect(section.getByText('Подключён')).toBeVisible()
    await section.getByRole('button', { name: 'Отключить' }).click()
    await section.getByLabel('Пароль', { exact: true }).fill(demoPassword)
    await section.getByRole('button', { name: 'Отключить' }).click()
    await expect(section.getByText('Выключен')).toBeVisible()
    await expectSound(page, 'profile with a state service')

    await section.getByRole('button', { name: 'Подключить' }).click()
    await section.getByLabel('Пароль', { exact: true }).fill(demoPassword)
    await section.getByRole('button', { name: 'Перейти на «Госуслуги»' }).click()
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL('/profile/security#state-service')
    await expect(section.getByText('Подключён')).toBeVisible()
  },
)
