import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { hostileHtml } from '../server/testing/hostile-html.ts'
import { demoPassword, logIn } from './people.ts'
import { expectSound, openWhole } from './sound.ts'

const help = '/ru_season_5/faq'

/** Violations of the content security policy, and errors of the page. */
function faultsOf(page: Page): string[] {
  const seen: string[] = []
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Trusted/.test(message.text())) seen.push(message.text())
  })
  return seen
}

async function tokenOf(request: APIRequestContext, name: string): Promise<string> {
  const answer = await request.post('/api/v3/auth/login', {
    data: { username: `${name}@demo.test`, password: demoPassword },
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function publish(request: APIRequestContext, body: Record<string, unknown>, competition = 'ru_season_5') {
  const answer = await request.post('/api/v3/admin/faq-articles', {
    headers: { 'X-Token': await tokenOf(request, 'editor') },
    data: { competition_code: competition, ...body },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as { id: number; path: string }
}

const search = (page: Page) => page.getByPlaceholder('Введите свой вопрос')

test('SC-05 help is found by another word form and despite a typing error, matches are highlighted, and a result opens its article', async ({
  page,
}) => {
  const seen = faultsOf(page)
  await logIn(page, 'participant@demo.test')
  await page.goto(help)
  await search(page).fill('камеру')
  const result = page.getByRole('option', { name: /^Видеоинтервью: камера и звук/ })
  await expect(result.locator('mark').first()).toHaveText('камера')
  await expectSound(page)
  await search(page).fill('регестрация')
  await expect(page.getByText('Показываем по запросу «регистрация»')).toBeVisible()
  await expect(page.getByRole('option', { name: /^Регистрация и вход/ })).toHaveAttribute(
    'href',
    `${help}/registraciya`,
  )
  await search(page).fill('гиппопотам')
  await expect(page.getByText('Ничего не нашлось, попробуйте изменить ваш запрос')).toBeVisible()
  await expectSound(page)
  // The keyboard opens the article, without a page load.
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await search(page).fill('забыли пароль')
  await expect(page.getByRole('option').first()).toContainText('Забыли пароль')
  await search(page).press('ArrowDown')
  await search(page).press('Enter')
  await expect(page).toHaveURL(`${help}/registraciya/zabyli-parol`)
  await expect(page.getByRole('heading', { level: 1, name: 'Забыли пароль' })).toBeVisible()
  await expect(page.locator('body[data-same-page]')).toHaveCount(1)
  expect(seen).toEqual([])
})

test('RT-09 the index lists every article, and each article opens at its path and shows its place in the tree', async ({
  page,
}) => {
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/business')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Поддержка' }).click()
  await expect(page).toHaveURL(help)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Не пришла СМС' })).toBeVisible()
  await expect(page.getByText('Проверка видео перед финалом')).toHaveCount(0)
  await expectSound(page)
  await main.getByRole('link', { name: 'Не пришла СМС' }).click()
  await expect(page).toHaveURL(`${help}/registraciya/ne-prihodit-kod/ne-prishla-sms`)
  await expect(page.getByRole('heading', { level: 1, name: 'Не пришла СМС' })).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Вы здесь' })).toContainText('Помощь')
  await expect(page.getByText(/Обновлено \d\d\.\d\d\.\d{4}/)).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Соседние статьи' })
    .getByRole('link', { name: /Не пришло письмо/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Не пришло письмо' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Статьи помощи' })
  await expect(menu.getByRole('link', { name: 'Не пришло письмо' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('button', { name: 'Регистрация и вход: вложенные статьи' }).click()
  await expect(menu.getByRole('link', { name: 'Не пришло письмо' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Нет', exact: true }).click()
  await expect(page.getByText('ответим лично')).toBeVisible()
  await page.getByRole('button', { name: 'Да', exact: true }).click()
  await expect(page.getByText('Спасибо! Рады, что помогли')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Да', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expectSound(page)
})

test('RT-09 LY-13 an unknown article is not found, and the page offers the search', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.goto(`${help}/net/takoy`)
  await expect(page.getByRole('heading', { level: 1, name: 'Страница не найдена' })).toBeVisible()
  await expect(search(page)).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Все статьи' }).click()
  await expect(page).toHaveURL(help)
})

test('ER-05 when the articles do not load, the list is empty and says why', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.route('**/api/v3/faq-articles?*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(help)
  await expect(page.getByText('Не удалось загрузить статьи')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Статьи помощи' })).toHaveCount(0)
  await page.unroute('**/api/v3/faq-articles?*')
  await page.getByRole('main').getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Этапы' })).toBeVisible()
})

test('RL-03 a participant sees no editing, and the server refuses it', async ({ page, request }) => {
  await logIn(page, 'participant@demo.test')
  for (const address of [help, `${help}?edit=new`, `${help}?edit=order`, `${help}?edit=misses`]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: 'Помощь' })).toBeVisible()
    await expect(page.getByText(/Добавить статью|Изменить порядок|Сохранить порядок|Что не нашли/)).toHaveCount(0)
  }
  await page.goto(`${help}/etapy?edit=text`)
  await expect(page.getByRole('heading', { level: 1, name: 'Этапы' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Изменить' })).toHaveCount(0)
  const token = await tokenOf(request, 'participant')
  const refused = await request.put('/api/v3/admin/faq-articles/order', {
    headers: { 'X-Token': token },
    data: { competition_code: 'ru_season_5', version: 1, articles: [] },
  })
  expect(refused.status()).toBe(403)
})

const rows = (page: Page) => page.getByRole('treegrid', { name: 'Статьи' }).getByRole('row')
const titlesOf = async (page: Page) => (await rows(page).allInnerTexts()).map((text) => text.trim())
/** The competition whose order is changed here: no other test needs it. */
const ordered = 'politleaders_2'

test('SC-06 an editor sorts the articles by keyboard, and the order is saved', async ({ page }) => {
  const competition = ordered
  await logIn(page, 'editor@demo.test')
  await page.goto(`/${competition}/faq`)
  await page.getByRole('link', { name: 'Изменить порядок' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expectSound(page)
  const before = await titlesOf(page)
  expect(before.at(-1)).toBe('Сроки')
  // Enter picks the article up, arrows move it, Enter drops it; announcements are in Russian.
  await rows(page).first().focus()
  await page.keyboard.press('End')
  await expect(rows(page).last()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Перетащить: Сроки' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Начато перетаскивание/).first()).toBeAttached()
  await page.keyboard.press('Home')
  await expect(page.getByRole('button', { name: 'Вставить перед О конкурсе' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await titlesOf(page)).indexOf('Сроки')).toBe(0)
  const after = await titlesOf(page)
  await page.getByRole('button', { name: 'Сохранить порядок' }).click()
  await expect(page.getByText('Данные успешно обновлены')).toBeVisible()
  await page.goto(`/${competition}/faq?edit=order`)
  await expect.poll(() => titlesOf(page)).toEqual(after)
})

test('SC-06 an article can be moved step by step without dragging, and leaving the page asks first', async ({
  page,
}) => {
  const competition = ordered
  await logIn(page, 'editor@demo.test')
  await page.goto(`/${competition}/faq?edit=order`)
  await expect(rows(page).first()).toBeVisible()
  const before = await titlesOf(page)
  await page.getByRole('button', { name: 'Переместить: Забыли пароль' }).click()
  await page.getByRole('menuitem', { name: 'Выше', exact: true }).click()
  const places = async () => {
    const titles = await titlesOf(page)
    return titles.indexOf('Забыли пароль') - titles.indexOf('Не приходит код из СМС')
  }
  await expect.poll(places).toBe(-1)
  await page.getByRole('button', { name: 'Отменить' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Остаться' }).click()
  await expect.poll(places).toBe(-1)
  await page.getByRole('button', { name: 'Отменить' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Уйти' }).click()
  await page.goto(`/${competition}/faq?edit=order`)
  await expect.poll(() => titlesOf(page)).toEqual(before)
})

test('SC-06 an editor drags an article into another with the mouse, and the order is saved', async ({ page }) => {
  const competition = 'young_managers'
  await logIn(page, 'editor@demo.test')
  await page.goto(`/${competition}/faq?edit=order`)
  const dates = rows(page).filter({ hasText: 'Сроки' })
  const about = rows(page).filter({ hasText: 'О конкурсе' })
  await expect(dates).toHaveAttribute('aria-level', '1')
  await dates.dragTo(about, { sourcePosition: { x: 20, y: 22 }, targetPosition: { x: 150, y: 22 } })
  await expect(dates).toHaveAttribute('aria-level', '2')
  await page.getByRole('button', { name: 'Сохранить порядок' }).click()
  await expect(page.getByText('Данные успешно обновлены')).toBeVisible()
  await page.goto(`/${competition}/faq/o-konkurse/sroki`)
  await expect(page.getByRole('heading', { level: 1, name: 'Сроки' })).toBeVisible()
  // The old address still leads to the article.
  await page.goto(`/${competition}/faq/sroki`)
  await expect(page).toHaveURL(`/${competition}/faq/o-konkurse/sroki`)
})

test('an order that another editor has changed meanwhile is not overwritten', async ({ page, request }) => {
  const competition = ordered
  await logIn(page, 'editor@demo.test')
  await page.goto(`/${competition}/faq?edit=order`)
  await expect(rows(page).first()).toBeVisible()
  const title = 'Чужая новая'
  await publish(request, { title }, competition)
  await page.getByRole('button', { name: 'Переместить: Забыли пароль' }).click()
  await page.getByRole('menuitem', { name: 'Вынести на уровень выше' }).click()
  await page.getByRole('button', { name: 'Сохранить порядок' }).click()
  await expect(page.getByText('Порядок уже изменил другой редактор')).toBeVisible()
  await page.getByRole('button', { name: 'Загрузить новый порядок' }).click()
  await expect(rows(page).filter({ hasText: title })).toBeVisible()
})

test('SC-06 an editor drags an article on a phone, and the order is saved', {
  tag: '@phone-only',
}, async ({ page }) => {
  const competition = 'socialarchitects'
  await logIn(page, 'editor@demo.test')
  await page.goto(`/${competition}/faq?edit=order`)
  const dragged = 'Забыли пароль'
  const row = rows(page).filter({ hasText: dragged })
  // On a touch screen a drag begins with a long press, after which the browser sends the same events.
  await row.dragTo(rows(page).first(), { sourcePosition: { x: 100, y: 22 }, targetPosition: { x: 100, y: 3 } })
  await expect.poll(async () => (await titlesOf(page)).indexOf(dragged)).toBe(0)
  const after = await titlesOf(page)
  await page.getByRole('button', { name: 'Сохранить порядок' }).click()
  await expect(page.getByText('Данные успешно обновлены')).toBeVisible()
  await page.goto(`/${competition}/faq?edit=order`)
  await expect.poll(() => titlesOf(page)).toEqual(after)
})

test('R-35 an editor writes an article with a heading, a link, a picture and its own address', async ({ page }) => {
  const seen = faultsOf(page)
  await logIn(page, 'editor@demo.test')
  await page.goto(help)
  await page.getByRole('link', { name: 'Добавить статью' }).click()
  const title = 'Как получить справку'
  await page.getByLabel('Название').fill(title)
  await expect(page.getByLabel('Адрес', { exact: true })).toHaveValue('kak-poluchit-spravku')
  const alias = 'spravka'
  await page.getByLabel('Адрес', { exact: true }).fill(alias)
  const text = page.getByRole('textbox', { name: 'Текст' })
  await text.click()
  await page.getByRole('button', { name: 'Заголовок', exact: true }).click()
  // The editor takes the focus back with the next frame.
  await expect(text).toBeFocused()
  await page.keyboard.type('Кому нужна справка')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Работодателю. Подробности ')
  await page.getByRole('button', { name: 'Ссылка' }).click()
  await page.getByLabel('Адрес', { exact: true }).last().fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Поставить ссылку' }).click()
  await expect(page.getByText(/Адрес начинается с https/)).toBeVisible()
  await page.getByLabel('Адрес', { exact: true }).last().fill('https://example.org/rules')
  await page.getByRole('button', { name: 'Поставить ссылку' }).click()
  await page.getByLabel('Файл картинки').setInputFiles({
    name: 'снимок.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 640, height: 500, channels: 3, background: '#1a3fd4' } })
      .png()
      .toBuffer(),
  })
  await page.getByLabel('Что на картинке').fill('Образец справки')
  await page.getByRole('button', { name: 'Вставить', exact: true }).click()
  await expect(text.getByRole('img', { name: 'Образец справки' })).toBeVisible()
  await expectSound(page)

  // Nothing is lost: after leaving the page and coming back the text is still there.
  await expect(page.getByText(/Сохранено/)).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Вы уже начинали писать')).toBeVisible()
  await expect(text.getByRole('heading', { name: 'Кому нужна справка' })).toBeVisible()
  await expect(page.getByLabel('Название')).toHaveValue(title)

  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Данные успешно обновлены')).toBeVisible()
  await expect(page).toHaveURL(`${help}/${alias}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Кому нужна справка' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://example.org/rules' })).toHaveAttribute('rel', 'noopener')
  const picture = page.getByRole('img', { name: 'Образец справки' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)

  // An edit starts with the saved text; deleting asks first.
  await page.getByRole('link', { name: 'Изменить', exact: true }).click()
  await expect(text.getByRole('img', { name: 'Образец справки' })).toBeVisible()
  await page.getByRole('button', { name: 'Удалить статью' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
  await expect(page).toHaveURL(help)
  await page.goto(`${help}/${alias}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Страница не найдена' })).toBeVisible()
  expect(seen).toEqual([])
})

test('an article that another editor saved meanwhile is shown before it is overwritten', async ({ page, request }) => {
  const { id, path } = await publish(request, { title: 'На двоих', text: '<p>Сначала</p>' })
  await logIn(page, 'editor@demo.test')
  await page.goto(`${help}/${path}?edit=text`)
  const text = page.getByRole('textbox', { name: 'Текст' })
  await text.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' — мой конец')
  const answer = await request.put(`/api/v3/admin/faq-articles/${id}`, {
    headers: { 'X-Token': await tokenOf(request, 'editor') },
    data: { text: '<p>Чужой текст</p>' },
  })
  expect(answer.status()).toBe(200)
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Пока вы писали, статью сохранил другой редактор')).toBeVisible()
  await page.getByText(/Посмотреть сохранённый текст/).click()
  await expect(page.getByText('Чужой текст')).toBeVisible()
  await page.getByRole('button', { name: 'Сохранить мой текст вместо этого' }).click()
  await expect(page.getByText('Сначала — мой конец')).toBeVisible()
})

test('R-35 R-47 hostile articles published through the API harm neither readers nor editors who open them', async ({
  page,
  request,
}) => {
  const { path } = await publish(request, {
    title: `<img src=x onerror=ran()> Враг`,
    text: hostileHtml
      .slice(0, -1)
      .filter((text) => !text.includes('\u0000'))
      .join(''),
  })
  await page.addInitScript(() => {
    Object.assign(window, { ran: () => Object.assign(window, { hasRun: true }) })
  })
  const strange: string[] = []
  page.on('request', (sent) => {
    if (/example\.invalid/.test(sent.url())) strange.push(sent.url())
  })
  page.on('dialog', (dialog) => void dialog.dismiss())
  await logIn(page, 'editor@demo.test')
  for (const address of [`${help}/${path}`, `${help}/${path}?edit=text`, help]) {
    await openWhole(page, address)
    const unsafe = await page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll('*')].flatMap((element) =>
          [...element.attributes]
            .filter(
              ({ name, value }) =>
                name.startsWith('on') || (name !== 'xmlns' && /^\s*(javascript|vbscript|data:text|http:)/i.test(value)),
            )
            .map(({ name, value }) => `${element.localName} ${name}=${value}`),
        ),
      )
    expect(unsafe).toEqual([])
    expect(await page.evaluate(() => 'hasRun' in window)).toBe(false)
  }
  await search(page).fill('враг')
  await expect(page.getByRole('option').first()).toContainText('<img src=x onerror=ran()>')
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false)
  expect(strange.filter((url) => !url.startsWith('https://'))).toEqual([])
})
