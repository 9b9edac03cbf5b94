import { expect, test } from 'vitest'
import { hasPhoneMenu } from './page-menu.ts'

test('LY-10 a phone has a menu for who has logged in, and for anybody on a page with a menu of its own', () => {
  const menu = { title: 'Этапы', content: null }
  expect([hasPhoneMenu(true, null), hasPhoneMenu(true, menu), hasPhoneMenu(false, menu)]).toEqual([true, true, true])
  expect(hasPhoneMenu(false, null)).toBe(false)
})
