import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#web/platform/api/query-client.ts'
import { shownBanners } from './banner.ts'
import { showSent, waitsInWords } from './mail-waits.ts'

afterEach(() => queryClient.clear())

test('FS-14 a sentence that claims a letter says that it waits while the portal cannot send any', () => {
  const said = () => {
    showSent('Приглашение отправлено')
    return shownBanners().at(-1)
  }
  expect(said()).toMatchObject({ text: 'Приглашение отправлено', tone: 'success' })
  queryClient.setQueryData(['config'], { silent: ['email'] })
  expect(said()).toMatchObject({ text: 'Письмо ждёт: почта не настроена', tone: 'danger' })
  expect(waitsInWords('sms')).toBeNull()
})
