import { expect, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

test(
  'a person requests a reminder of a future stage, and subscribes to the deadlines in a calendar program',
  {
    tag: '@phone',
  },
  async ({ page }, { project }) => {
    await logIn(page, personWho(project.name === 'phone' ? 'asks for a reminder on a phone' : 'asks for a reminder'))
    await page.goto('/ru_season_5/business/stages/final_mentor_choose/final_mentor')
    const main = page.getByRole('main')

    await test.step('what opens the stage is said, with the way there, also where that is shut itself', async () => {
      const conditions = main.getByRole('region', { name: 'Чтобы войти' })
      await conditions.getByRole('link', { name: 'Об этом этапе' }).first().press('Enter')
      await expect(page).toHaveURL(/event\/final_event/)
      await expect(main.getByText('Ещё не открыт')).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(/final_mentor_choose\/final_mentor/)
    })

    await test.step('the wish is kept, and can be taken back', async () => {
      const remind = main.getByRole('button', { name: 'Напомнить мне' })
      await remind.click()
      await expect(main.getByText('Напомним письмом и в уведомлениях, когда этап откроется для вас.')).toBeVisible()
      await page.reload()
      const stop = main.getByRole('button', { name: 'Не напоминать' })
      await expect(stop).toBeVisible()
      await stop.click()
      await expect(remind).toBeVisible()
      await expect(main.getByText('Письмо и уведомление придут, когда этап откроется для вас.')).toBeVisible()
    })

    await test.step('the address is shown once, answers a calendar program without a login, and can be shut', async () => {
      await main.getByRole('button', { name: 'Сроки в мой календарь' }).click()
      const dialog = page.getByRole('dialog', { name: 'Сроки в вашем календаре' })
      await dialog.getByRole('button', { name: 'Создать ссылку' }).click()
      const field = dialog.getByLabel('Ссылка на ваши сроки')
      await expect(field).toHaveValue(/^http/)
      const address = await field.inputValue()
      await expectSound(page, 'the calendar dialogue')
      const read = async () => {
        // Requests the calendar like a calendar program: without the cookies of the login.
        const answer = await fetch(address)
        return { status: answer.status, text: await answer.text() }
      }
      expect(await read()).toMatchObject({ status: 200, text: expect.stringContaining('BEGIN:VCALENDAR') })
      await dialog.getByRole('button', { name: 'Закрыть доступ по ссылке' }).click()
      await expect(dialog.getByRole('button', { name: 'Создать ссылку' })).toBeVisible()
      expect((await read()).status).toBe(404)
    })
  },
)
