import { expect, test } from '@playwright/test'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

test('an administrator sees from the overview which letters were not delivered and why, and sends one again', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin')
  await expect(page.getByText('Не доставлено: 3 сообщения')).toBeVisible()
  await page.getByRole('link', { name: 'Недоставленные письма' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Недоставленные письма' })).toBeVisible()
  const letter = page.getByRole('listitem').filter({ hasText: 'sergey@sever-demo.test' })
  await expect(letter).toContainText('Почтовый сервер не принял письмо ни с одной попытки')
  await expect(page.getByRole('listitem').filter({ hasText: '+79160000017' })).toContainText('Код устарел')
  await expectSound(page)
  await letter.getByRole('button', { name: 'Отправить снова' }).click()
  await expect(page.getByText('Снова в пути: 1 сообщение')).toBeVisible()
  await expect(letter).toBeHidden()
  await expect(page.getByText('Почтовый сервер получателя не знает такого адреса (ответ 550 5.1.1)')).toBeVisible()
  await page.goto('/dev/outbox?to=sergey@sever-demo.test')
  await expect(page.getByText('Принято: «Анкета»')).toBeVisible()
})
