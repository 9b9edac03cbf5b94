import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page, type Route, test } from '@playwright/test'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { browserOptions } from './browser.mjs'
import { personWho } from './cast.ts'
import { enter, logIn } from './people.ts'
import { expectSound } from './sound.ts'

const recording = fileURLToPath(new URL('../server/testing/recording.webm', import.meta.url))
const launched = await browserOptions()
const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({
  launchOptions: { ...launched, args: [...(launched.args ?? []), ...fakeCamera] },
  viewport: { width: 360, height: 740 },
})

const address = '/all_kinds/main/stages/videointerview/interview'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Goes to the first question: gives consent unless it was given, and allows the camera. */
async function prepare(page: Page) {
  await page.goto(address)
  const consent = page.getByRole('checkbox', { name: 'Согласен на видеозапись' })
  const camera = button(page, 'Включить камеру и микрофон')
  await expect(consent.or(camera)).toBeVisible()
  if (await consent.isVisible()) {
    await consent.check()
    await button(page, 'Дальше').press('Enter')
  }
  await camera.press('Enter')
  await expect(page.getByLabel('Ваше изображение с камеры')).toBeVisible()
}

/**
 * Shows the question and begins to record without waiting for the end of the time to think. That time is five seconds,
 * so on a slow machine it may end before the press.
 */
async function beginAnswer(page: Page, number: number) {
  await button(page, `Показать вопрос ${number}`).press('Enter')
  const [now, end] = [button(page, 'Начать запись сейчас'), button(page, 'Закончить ответ')]
  await expect(now.or(end)).toBeVisible()
  await now.press('Enter', { timeout: 5_000 }).catch(() => {})
  await expect(end).toBeVisible()
}

/** Ends the answer, unless its twenty seconds are already over. */
const endAnswer = (page: Page) =>
  button(page, 'Закончить ответ')
    .press('Enter', { timeout: 20_000 })
    .catch(() => {})

/** Waits until the server has a part of the take. */
const partKept = (page: Page) => page.waitForResponse((response) => response.url().includes('/parts?') && response.ok())

/** Sends another recording as this part first, and only then the part itself. */
async function sendAnotherFirst(route: Route) {
  const { 'content-length': _length, ...headers } = await route.request().allHeaders()
  const bytes = await readFile(recording)
  const url = new URL(route.request().url())
  url.searchParams.set('sha256', createHash('sha256').update(bytes).digest('hex'))
  const sent = await route.fetch({
    url: url.href,
    headers: { ...headers, 'content-type': multipartType },
    postData: multipartBody(bytes, 'part'),
  })
  expect(sent.status()).toBe(200)
  await route.continue()
}

test('SK-07 KP-07 a whole interview on a phone: consent, camera, practice, questions with time to think, a choice of takes, hand-in', {
  tag: '@waits',
}, async ({ page }) => {
  // The portal records without the browser's MediaRecorder, so that one must not be used.
  await page.addInitScript(() => {
    MediaRecorder.prototype.start = () => {
      throw new DOMException('Not here', 'NotSupportedError')
    }
  })
  await enter(page, personWho('gives a video interview'), 'all_kinds')
  await prepare(page)
  const main = page.getByRole('main')

  await test.step('hears and sees a practice answer that never leaves the browser', async () => {
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    await expect(page.getByRole('meter', { name: 'Микрофон' })).toBeVisible()
    await button(page, 'Записать пробный ответ').press('Enter')
    await expect(page.getByText(/Идёт проба/)).toBeVisible()
    await button(page, 'Закончить пробу').press('Enter')
    await expect(page.getByLabel('Пробная запись')).toBeVisible()
    expect(sent.filter((url) => url.includes('/video'))).toEqual([])
    await expectSound(page)
    await button(page, 'Всё видно и слышно').press('Enter')
  })

  await test.step('answers, looks again, records another take and chooses the first', async () => {
    await expect(main).not.toContainText('за которое отвечали вы сами')
    await beginAnswer(page, 1)
    await expect(main).toContainText('за которое отвечали вы сами')
    await partKept(page)
    await endAnswer(page)
    await button(page, 'Смотреть: Попытка 1').press('Enter')
    const player = page.locator('video[aria-label="Попытка 1"]')
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(1)
    await player.press('>')
    await expect(button(page, '1,25×')).toHaveAttribute('aria-pressed', 'true')
    await button(page, 'Записать ещё раз').press('Enter')
    await expect(button(page, 'Закончить ответ')).toBeVisible()
    await partKept(page)
    await endAnswer(page)
    await button(page, 'Выбрать попытку 1').press('Enter')
    await expect(button(page, 'Выбрать попытку 2')).toBeVisible()
    await expect(main).toContainText('1 из 2')
    await expect(main).toContainText('попыток не осталось')
  })

  await test.step('another tab of the browser disturbs no recording', async () => {
    await beginAnswer(page, 2)
    await partKept(page)
    // The parts cannot be sent, so the upload stays unfinished for as long as the other tab needs.
    await page.route('**/parts?*', (route) => route.abort())
    const other = await page.context().newPage()
    await other.goto(address)
    const elsewhere = other.getByText('Запись идёт в другой вкладке')
    await expect(elsewhere).toBeVisible()
    await expect(button(other, 'Включить камеру и микрофон')).toHaveCount(0)
    await page.unroute('**/parts?*')
    // The answer continues to the end of its time.
    await expect(button(page, 'Сдать интервью')).toBeVisible({ timeout: 60_000 })
    await expect(elsewhere).toHaveCount(0)
    await other.close()
  })

  await test.step('answers the other question and hands in', async () => {
    await expect(main.getByText('Запись прервалась')).toHaveCount(0)
    await button(page, 'Сдать интервью').press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Сдать', exact: true }).press('Enter')
    await expect(main.getByText('Интервью принято')).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Ваши ответы' })).toBeVisible()
    await expectSound(page)
  })
})

test('a reload during a take loses nothing that was recorded, and the page shows what it has', {
  tag: '@waits',
}, async ({ page }) => {
  await enter(page, personWho('reloads in a video interview'), 'all_kinds')
  await prepare(page)
  await button(page, 'Всё видно и слышно').press('Enter')
  await beginAnswer(page, 1)
  // A part has two seconds, on a busy machine less, and a take interrupted before three seconds does not count.
  const began = Date.now()
  for (let part = 0; part < 4 || Date.now() - began < 8000; part += 1) await partKept(page)
  page.once('dialog', (dialog) => void dialog.accept())
  // From here on the browser can record only with MediaRecorder.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor'))
  await page.reload()
  await expect(page.getByText('Запись прервалась, но не пропала')).toBeVisible()
  await button(page, 'Включить камеру и микрофон').press('Enter')
  await button(page, 'Всё видно и слышно').press('Enter')
  await expect(page.getByText('Попытка 1')).toBeVisible()
  await expect(button(page, 'Смотреть: Попытка 1')).toBeVisible()
  await button(page, 'Смотреть: Попытка 1').press('Enter')
  const player = page.locator('video[aria-label="Попытка 1"]')
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(3)

  await test.step('a file that is no video is refused before it is sent, one that is comes as a take', async () => {
    const file = page.getByLabel('Ответ файлом')
    let sent = 0
    page.on('request', (request) => (sent += Number(request.url().includes('/uploads'))))
    await file.setInputFiles({ name: 'ответ.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not a video') })
    await expect(page.getByRole('main')).toContainText('Файл повреждён, или это не видео webm и не mp4')
    expect(sent).toBe(0)
    await file.setInputFiles(recording)
    await expect(button(page, 'Смотреть: Попытка 2')).toBeVisible()
    expect(sent).toBeGreaterThan(0)
  })

  await test.step('the recorder of the browser does as well', async () => {
    await beginAnswer(page, 2)
    await partKept(page)
    await endAnswer(page)
    await expect(button(page, 'Смотреть: Попытка 1')).toBeVisible()
  })

  await test.step('when another page has sent another recording of the take first, that one stays, which is said', async () => {
    await page.route('**/parts?*', sendAnotherFirst, { times: 1 })
    await button(page, 'Записать ещё раз').press('Enter')
    const refused = page.getByRole('alert').filter({ hasText: 'Запись не принята' })
    await expect(refused).toContainText('уже передала другая страница')
    await expect(button(page, 'Закончить ответ')).toHaveCount(0)
    await button(page, 'Смотреть: Попытка 2').press('Enter')
    const other = page.locator('video[aria-label="Попытка 2"]')
    await expect.poll(() => other.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(3)
  })
})

test('KE-07 refused permission is explained, a busy camera is reported, a cut network is announced and costs nothing, a camera that stops keeps its recording', {
  tag: '@waits',
}, async ({ page, context }) => {
  // A headless browser shows no permission prompt, so the test gives the first answer.
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    let asked = 0
    navigator.mediaDevices.getUserMedia = (wanted) => {
      asked += 1
      const refusals = ['NotAllowedError', 'NotReadableError', 'NotFoundError']
      const refusal = refusals[asked - 1]
      return refusal ? Promise.reject(new DOMException('Refused', refusal)) : ask(wanted)
    }
  })
  await enter(page, personWho('has trouble in a video interview'), 'all_kinds')
  await page.goto(address)
  const main = page.getByRole('main')

  await test.step('the browser says no', async () => {
    await page.getByRole('checkbox', { name: 'Согласен на видеозапись' }).check()
    await button(page, 'Дальше').press('Enter')
    await button(page, 'Включить камеру и микрофон').press('Enter')
    await expect(page.getByText('Браузер не даёт доступ к камере и микрофону')).toBeVisible()
    await expect(main).toContainText('Как разрешить в браузере Chrome')
    await expect(button(page, 'Отвечать файлами')).toBeVisible()
    await expectSound(page)
    await button(page, 'Попробовать ещё раз').press('Enter')
    await expect(page.getByText('Камера занята другой программой')).toBeVisible()
    await button(page, 'Попробовать ещё раз').press('Enter')
    await expect(page.getByText('Камера или микрофон не найдены')).toBeVisible()
    await button(page, 'Попробовать ещё раз').press('Enter')
    await button(page, 'Всё видно и слышно').press('Enter')
  })

  await test.step('the network is cut in mid-take, for twenty seconds', async () => {
    await beginAnswer(page, 1)
    await partKept(page)
    const cutAt = Date.now()
    await context.setOffline(true)
    await expect(main.getByText('Связь пропала')).toBeVisible()
    await expect(main).toContainText('Запись продолжается')
    // The rest of the answer is recorded without a connection, until its time is over.
    await expect(main).toContainText('Всё записанное хранится в этом браузере', { timeout: 60_000 })
    await page.waitForTimeout(Math.max(0, 20_000 - (Date.now() - cutAt)))
    await context.setOffline(false)
    await expect(button(page, 'Смотреть: Попытка 1')).toBeVisible()
    await expect(main.getByText('Связь пропала')).toBeHidden()
  })

  await test.step('the disk of the device is full in mid-take: that is said, and the take arrives all the same', async () => {
    await beginAnswer(page, 2)
    await partKept(page)
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full', 'QuotaExceededError')
      }
    })
    await expect(main.getByText('Браузер не хранит записи на диске')).toBeVisible()
    await partKept(page)
    await endAnswer(page)
    await expect(button(page, 'Смотреть: Попытка 1')).toBeVisible()
  })

  await test.step('the camera ends in mid-take', async () => {
    await button(page, 'Записать ещё раз').press('Enter')
    await expect(button(page, 'Закончить ответ')).toBeVisible()
    await partKept(page)
    await partKept(page)
    await page.getByLabel('Ваше изображение с камеры').evaluate((video: HTMLVideoElement) => {
      const [track] = (video.srcObject as MediaStream).getVideoTracks()
      track?.stop()
      track?.dispatchEvent(new Event('ended'))
    })
    await expect(main.getByText('Камера отключилась')).toBeVisible()
    await expect(button(page, 'Смотреть: Попытка 2')).toBeVisible()
    await expect(main).toContainText('Сохранено всё, что успело записаться')
  })

  await test.step('where storage is switched off, the page says what not to do', async () => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Storage is off', 'SecurityError')
      }
    })
    await page.reload()
    await expect(main.getByText('Браузер не хранит записи на диске')).toBeVisible()
  })
})

test('KA-07 KO-07 a judge plays a recording by keyboard next to the rubric, watermarked with the judge, and cannot download it; the organiser grants another take on request', async ({
  page,
}) => {
  await logIn(page, 'assessor@demo.test')
  await page.goto('/desk')
  await page.getByRole('link', { name: /^Оценивать: Видеоинтервью/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Работа №\s\d+$/ })).toBeVisible()
  await page
    .getByRole('button', { name: /^Смотреть/ })
    .first()
    .press('Enter')
  const player = page.locator('video').first()
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(3)
  await player.press('>')
  await expect(button(page, '1,25×').first()).toHaveAttribute('aria-pressed', 'true')
  expect(await player.evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.25)
  await player.press('Space')
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  await expect(page.getByText(/^ID\s\d+$/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Скачать' })).toHaveCount(0)
  await expectSound(page)

  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/all_kinds/stages/interview')
  const board = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Техническая доска' }) })
  await expect(board.getByText(/первые будут удалены \d/)).toBeVisible()
  const asking = board.getByRole('listitem').filter({ hasText: 'Просьба о попытке' })
  await asking
    .getByRole('button', { name: /^Дать ещё попытку/ })
    .first()
    .press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Дать ещё попытку?' })
  await expect(dialog.getByLabel('Причина')).not.toHaveValue('')
  await dialog.getByRole('button', { name: 'Дать попытку' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(asking).toHaveCount(0)
  await expectSound(page)
})
