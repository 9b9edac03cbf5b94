import { expect, test } from 'vitest'
import { deviceName, knownName } from './device-name.ts'

const like = (system: string, ...products: string[]) => `Mozilla/5.0 (${system}) ${products.join(' ')}`
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1'

test.each([
  [like('Windows NT 10.0; Win64; x64', chrome), 'Chrome, Windows'],
  [like('Windows NT 10.0; Win64; x64', chrome, 'YaBrowser/24.12'), 'Яндекс Браузер, Windows'],
  [like('Windows NT 10.0; Win64; x64', chrome, 'Edg/131.0'), 'Edge, Windows'],
  [like('X11; Linux x86_64', chrome, 'OPR/115.0'), 'Opera, Linux'],
  [like('Linux; Android 14; SM-S921B', 'SamsungBrowser/27.0', chrome), 'Samsung Internet, Android'],
  [like('X11; CrOS x86_64 14541.0.0', chrome), 'Chrome, ChromeOS'],
  [like('Macintosh; Intel Mac OS X 10_15_7', safari, 'Safari/605.1.15'), 'Safari, macOS'],
  [like('Macintosh; Intel Mac OS X 10.15; rv:133.0', 'Gecko/20100101 Firefox/133.0'), 'Firefox, macOS'],
  [
    like('iPhone; CPU iPhone OS 18_1 like Mac OS X', safari, 'CriOS/131.0 Mobile/15E148 Safari/604.1'),
    'Chrome, iPhone',
  ],
  [like('iPad; CPU OS 18_1 like Mac OS X', safari, 'FxiOS/133.0 Mobile/15E148 Safari/605.1.15'), 'Firefox, iPad'],
  ['curl/8.5 (Linux)', 'Linux'],
])('a device that calls itself %s is shown as «%s»', (userAgent, name) => {
  expect([deviceName(userAgent), knownName(userAgent)]).toEqual([name, name])
})

test('a device without a known user agent is called unknown', () => {
  expect([deviceName(''), knownName('')]).toEqual(['Неизвестное устройство', ''])
})
