import { afterEach, expect, test } from 'vitest'
import { hideBanner, showBanner, shownBanners } from './banner.ts'

afterEach(() => {
  for (const { id } of shownBanners()) hideBanner(id)
})

const duration = () => shownBanners().at(-1)?.duration ?? 0

test('ST-11 an error is shown for five seconds, whatever it says', () => {
  for (const text of ['Ошибка', 'Ошибка, о которой сказано много слов']) {
    showBanner(text)
    expect(duration()).toBe(5000)
  }
})

test('a message of success stays for longer than an error, and the longer the more there is to read', () => {
  showBanner('Готово', 'success')
  const short = duration()
  showBanner('Приглашения отправлены, ответы появятся здесь', 'success')
  expect(short).toBeGreaterThan(5000)
  // Ninety words a minute is the speed of a slow reader.
  expect(duration()).toBeGreaterThan((5 / 90) * 60_000 + 5000)
})
