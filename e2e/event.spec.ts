import { type Browser, expect, type Page, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { personWho } from './cast.ts'
import { unfold } from './console-places.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

const stage = '/all_kinds/main/stages/event/meeting'

const as = async (browser: Browser, who: string) => {
  const page = await (await browser.newContext()).newPage()
  await logIn(page, who)
  return page
}

/** How many marks are kept on the device: with none the server has acknowledged all of them. */
const marksKept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open('doors')
        opened.onerror = () => reject(opened.error)
        opened.onsuccess = () => {
          const count = opened.result.transaction('marks').objectStore('marks').count()
          count.onsuccess = () => {
            opened.result.close()
            resolve(count.result)
          }
        }
      }),
  )

test('KP-20 KO-20 KA-20 KE-20 a participant holds and books a place with a ticket, waits for a place in a full slot, takes an offered place; the host marks people without a network', async ({
  browser,
}) => {
  const booked = await as(browser, personWho('books a meeting'))
  const main = booked.getByRole('main')
  let ticket = ''
  booked.on('response', async (response) => {
    if (!/offline_event_slots\/\d+/.test(response.url()) || !response.ok()) return
    const { offline_event } = (await response.json()) as { offline_event: { own: { ticket: string | null } | null } }
    ticket = offline_event.own?.ticket ?? ticket
  })

  await test.step('the place is held while the person decides, and the booking gives a ticket', async () => {
    await booked.goto(stage)
    await expect(main.getByText('Екатеринбург, улица Бориса Ельцина, 3, зал 2')).toBeVisible()
    for (const said of ['Вход со стороны набережной', 'Паспорт и блокнот', 'Приходите в любом случае', 'на площадке'])
      await expect(main.getByText(said, { exact: false }).first()).toBeVisible()
    await expect(main.getByRole('link', { name: 'Открыть карту' })).toHaveAttribute('href', /^https:/)
    await expectSound(booked)
    await main
      .getByRole('button', { name: /^Записаться/ })
      .last()
      .press('Enter')
    const dialog = booked.getByRole('alertdialog')
    await expect(dialog.getByText(/Держим место за вами до \d\d:\d\d/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Записаться' }).press('Enter')
    await expect(main.getByText(/^Вы записаны: /).first()).toBeVisible()
    await expect(main.getByRole('img', { name: 'QR-код билета' })).toBeVisible()
    await expect(main.getByText('Этап засчитают, когда вас отметят на входе', { exact: false })).toBeVisible()
    const others = main.getByRole('heading', { level: 2, name: /^\d\d\.\d\d\.\d{4}, / })
    await expect(others.first()).toBeVisible()
    // A printed ticket says when, and leaves out the other times.
    const when =
      (
        await main
          .getByText(/^Вы записаны: /)
          .first()
          .textContent()
      )?.replace('Вы записаны: ', '') ?? ''
    await booked.emulateMedia({ media: 'print' })
    const ticketPart = main.getByRole('region', { name: 'Ваш билет' })
    await expect(ticketPart.getByText(when)).toBeVisible()
    await expect(ticketPart.getByRole('img', { name: 'QR-код билета' })).toBeVisible()
    await expect(others).toHaveCount(0)
    await booked.emulateMedia({ media: null })
    const calendar = booked.waitForEvent('download')
    await main.getByRole('button', { name: 'Добавить в календарь' }).click()
    expect((await calendar).suggestedFilename()).toBe('meropriyatie.ics')
    await expectSound(booked)
    await expect.poll(() => ticket).toMatch(/^[0-9a-f-]{36}$/)
    // Waits for the listener, which may still be reading an answer.
    await booked.removeAllListeners('response', { behavior: 'wait' })
  })

  await test.step('a full time has a line, which may be left', async () => {
    const waits = await as(browser, personWho('waits for a place'))
    const page = waits.getByRole('main')
    await waits.goto(stage)
    await page
      .getByRole('button', { name: /^В лист ожидания/ })
      .first()
      .click()
    await waits.getByRole('alertdialog').getByRole('button', { name: 'Встать в очередь' }).click()
    await expect(page.getByText(/^Вы в листе ожидания: /)).toBeVisible()
    await expect(page.getByText('Перед вами 2 человека.', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Выйти из листа ожидания' }).click()
    await waits.getByRole('alertdialog').getByRole('button', { name: 'Выйти' }).click()
    await expect(page.getByText('Вы вышли из листа ожидания')).toBeVisible()
    await waits.context().close()
  })

  await test.step('the host goes on without a network, and what was marked is there afterwards', async () => {
    const host = await as(browser, 'assessor@demo.test')
    const door = host.getByRole('main')
    await host.goto('/desk')
    const doors = door.getByRole('region', { name: 'Вход на мероприятия' })
    await expect(doors.getByText('Откройте список на своём устройстве заранее', { exact: false })).toBeVisible()
    // The first opening needs a network, and the page says so.
    await host.route('**/api/v3/desk/doors/**', (route) => route.abort())
    await doors.getByRole('link', { name: 'Очная встреча' }).click()
    await expect(door.getByRole('heading', { name: 'На этом устройстве список ещё не открывали' })).toBeVisible()
    await host.unroute('**/api/v3/desk/doors/**')
    await door.getByRole('button', { name: 'Повторить' }).click()
    await expect(host.getByRole('heading', { level: 1, name: 'Очная встреча' })).toBeVisible()
    await expect(door.getByText('страница откроется и без связи', { exact: false })).toBeVisible()
    await expectSound(host)
    // A hand-held scanner types the ticket and presses Enter.
    await door.getByRole('searchbox').fill(ticket)
    await door.getByRole('searchbox').press('Enter')
    await expect(door.getByText(/: пришёл, но записан на /)).toBeVisible()
    await expect(door.getByText('Отправляем: 1 отметка')).toBeHidden()
    await host.route('**/api/v3/desk/doors/**', (route) => route.abort())
    const row = door.getByRole('listitem').first()
    const name = (await row.locator('strong').textContent()) ?? ''
    await row.getByRole('button', { name: /^Пришёл/ }).click()
    await expect(door.getByText(`${name}: пришёл`)).toBeVisible()
    await expect(door.getByText('Нет связи: отмечайте дальше')).toBeVisible()
    await expect(door.getByText('Ждут отправки: 1 отметка.', { exact: false })).toBeVisible()
    await expectSound(host)
    await host.unroute('**/api/v3/desk/doors/**')
    // The page also tries again by itself and may be faster.
    await expect(async () => {
      const again = door.getByRole('button', { name: 'Попробовать сейчас' })
      if ((await again.count()) > 0) await again.click({ timeout: 1000 })
      await expect(door.getByText('Нет связи: отмечайте дальше')).toBeHidden({ timeout: 5000 })
    }).toPass()
    await host.reload()
    await door.getByRole('searchbox').fill(name)
    const found = door.getByRole('listitem').first()
    await expect(found.getByText('отмечен в', { exact: false })).toBeVisible()
    // After the first time the page opens without a network too, and sends the new marks later.
    await expect(door.getByText('страница откроется и без связи', { exact: false })).toBeVisible()
    await expect.poll(() => marksKept(host)).toBe(0)
    await host.context().setOffline(true)
    await host.reload()
    await expect(host.getByRole('heading', { level: 1, name: 'Очная встреча' })).toBeVisible()
    await expect(door.getByText('Нет связи: отмечайте дальше')).toBeVisible()
    await expect(door.getByText('Страница откроется и без неё.', { exact: false })).toBeVisible()
    await expectSound(host)
    await door.getByRole('searchbox').fill(name)
    await found.getByRole('button', { name: /^Снять отметку/ }).click()
    await expect(door.getByText('Ждут отправки: 1 отметка.', { exact: false })).toBeVisible()
    await host.context().setOffline(false)
    await expect(door.getByText('Нет связи: отмечайте дальше')).toBeHidden()
    await expect(host.getByRole('banner').getByText('Без связи')).toBeHidden()
    await expect.poll(() => marksKept(host)).toBe(0)
    await host.reload()
    await door.getByRole('searchbox').fill(name)
    await expect(found.getByRole('button', { name: /^Пришёл/ })).toBeVisible()
    // A logout leaves nothing of the door on the device.
    await host.getByRole('button', { name: /: меню$/ }).click()
    await host.getByRole('menuitem', { name: 'Выход' }).click()
    await expect(host).toHaveURL(/\/$/)
    const left = () =>
      host.evaluate(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
        ...(await indexedDB.databases()).map(({ name }) => name),
      ])
    await expect(async () => expect(await left()).toEqual([])).toPass()
    await host.context().close()
  })

  await test.step('the organiser sees how times fill, and moves everybody of one with a preview', async () => {
    const organiser = await as(browser, 'admin@demo.test')
    const console = organiser.getByRole('main')
    await organiser.goto('/admin/all_kinds/stages/meeting#schedule')
    await expect(console.getByText('ждут 2 человека', { exact: false })).toBeVisible()
    await console
      .getByRole('list')
      .getByRole('button', { name: /^Изменить: / })
      .last()
      .click()
    const dialog = organiser.getByRole('alertdialog')
    await dialog.getByRole('radio', { name: 'Перенести всех на другое время' }).check({ force: true })
    await dialog.getByLabel('Новое начало, время').fill('23:00')
    await dialog.getByRole('button', { name: 'Посмотреть, что изменится' }).click()
    await expect(dialog.getByText('Перейдут: 1. Каждому уйдёт письмо.')).toBeVisible()
    await expectSound(organiser)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(dialog).toBeHidden()
    await organiser.context().close()
    await booked.reload()
    await expect(main.getByText(/^Вы были на мероприятии: .*, 23:00 \(.* на площадке\)$/).first()).toBeVisible()
  })
})

test('OT-29 an organiser sets up an event of two days with slots, a waiting list and a check-in at the door', async ({
  page,
}) => {
  const acts = countedActs()
  const dayIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('.')
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin')
  const main = page.getByRole('main')
  const season = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Пятый сезон/ }) })
  await acts.click(season.getByRole('link', { name: /Пятый сезон|Управление/ }).first())
  await acts.click(main.getByRole('link', { name: 'Очный финал' }).first())
  await expect(page.getByRole('heading', { level: 1, name: 'Очный финал' })).toBeVisible()
  await acts.type(page.getByLabel('Адрес'), 'Москва, Покровка, 47')
  await expect(page.getByLabel('Лист ожидания')).toBeChecked()
  await acts.click(page.getByRole('button', { name: 'Сохранить' }).first())
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  await acts.click(page.getByRole('button', { name: /^Опубликовать: / }))
  await acts.click(page.getByRole('alertdialog').getByRole('button', { name: 'Опубликовать', exact: true }))
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await acts.type(main.getByLabel('Первый день'), dayIn(111))
  await acts.type(main.getByLabel('Последний день'), dayIn(112))
  await expect(main.getByText('Получится 16 встреч по 60 мин.')).toBeVisible()
  await acts.click(main.getByRole('button', { name: 'Добавить в расписание' }))
  await expect(main.getByText('занято 0 из 20')).toHaveCount(16)
  await acts.click(unfold(page, 'Ведущие на входе'))
  await acts.type(main.getByLabel('Почта ведущего'), 'assessor@demo.test')
  await acts.click(
    main.locator('form', { has: page.getByLabel('Почта ведущего') }).getByRole('button', { name: 'Назначить' }),
  )
  await expect(main.getByText('assessor@demo.test')).toBeVisible()
  await expectSound(page)
  expect(acts.count).toBeLessThanOrEqual(14)
})
