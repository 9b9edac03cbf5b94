import { expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/platform/api/failure.ts'
import { faultIdOf, watchFaults } from './report-fault.ts'
import { faultReport } from './send-fault.ts'

test('ER-02 a fault of the page is reported with its place and the failed request, without queries', () => {
  const error = Object.assign(new TypeError('x is not a function'), { requestId: 'req-7' })
  error.stack = 'TypeError\n at https://portal.test/assets/a.js?name=Anna:1:2'
  expect(faultReport(error, 'abc12345', '/ru_season_5')).toEqual({
    id: 'abc12345',
    message: 'TypeError: x is not a function',
    stack: 'TypeError\n at https://portal.test/assets/a.js:1:2',
    path: '/ru_season_5',
    request_id: 'req-7',
  })
})

test('anything that was thrown is reported, cut to the length that the server accepts', () => {
  expect(faultReport('text', 'abc12345', '/')).toEqual({ id: 'abc12345', message: 'text', path: '/' })
  expect(faultReport(undefined, 'abc12345', '/')?.message).toBe('undefined')
  expect(faultReport(new Error('ё'.repeat(5000)), 'abc12345', `/${'x'.repeat(500)}`)).toMatchObject({
    message: expect.stringMatching(/^.{1000}$/),
    path: expect.stringMatching(/^.{300}$/),
  })
})

test.each([
  [new ApiFailure('OFFLINE', 0)],
  [new Error('ResizeObserver loop completed')],
])('%s is not reported', (error) => {
  expect(faultReport(error, 'abc12345', '/')).toBeNull()
})

test('a fault keeps its id', () => {
  const error = new Error('once')
  expect(faultIdOf(error)).toMatch(/^[a-z0-9]{6,20}$/)
  expect(faultIdOf(error)).toBe(faultIdOf(error))
})

test('ER-02 errors and rejections that nobody caught are reported', async () => {
  const sent: { message: string; path: string }[] = []
  const page = Object.assign(new EventTarget(), { location: { pathname: '/ru_season_5' } })
  vi.stubGlobal('window', page)
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => sent.push(JSON.parse(body)))
  watchFaults()
  page.dispatchEvent(Object.assign(new Event('error'), { error: new Error('thrown') }))
  page.dispatchEvent(Object.assign(new Event('error'), { error: null, message: 'only words' }))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('rejected') }))
  await expect.poll(() => sent).toHaveLength(3)
  vi.unstubAllGlobals()
  const path = '/ru_season_5'
  expect(sent).toMatchObject([
    { message: 'Error: thrown', path },
    { message: 'only words', path },
    { message: 'Error: rejected', path },
  ])
})
