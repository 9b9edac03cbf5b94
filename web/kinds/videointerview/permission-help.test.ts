import { expect, test } from 'vitest'
import { browserName, permissionHelp } from './permission-help.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} CriOS/142.0 Mobile/15E148 Safari/604.1`,
    /^Safari на/,
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} YaBrowser/25.8.0.0 Safari/537.36`, /^Яндекс/],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', /^Firefox$/],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/142.0.0.0`, /Edge$/],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.0 Safari/605.1.15`, /^Safari$/],
  ['Mozilla/5.0 (Unknown)', /^$/],
])('KE-07 a person who has refused the camera reads what to press in that browser: %s', (userAgent, name) => {
  expect(browserName(userAgent)).toMatch(name)
  expect(permissionHelp(userAgent)).toHaveLength(3)
  expect(new Set(permissionHelp(userAgent)).size).toBe(3)
})
