import { expect, test } from 'vitest'
import { headHtml, headOf } from './head-of.ts'

const competition = { title: 'Лидеры «Пять»', tagline: 'Кто <ведёт>?' }

test('the login page of a competition describes the competition, with escaped text', () => {
  const head = headOf('/five/login', competition)
  expect(head).toEqual({
    title: 'Вход в личный кабинет — Конкурсы лидеров',
    description: 'Лидеры «Пять». Кто <ведёт>? Вход в личный кабинет участника.',
    indexed: true,
  })
  const html = headHtml(head, 'https://portal.test/five/login')
  expect(html).toContain('Кто &lt;ведёт&gt;?')
  expect(html).toContain('<link rel="canonical" href="https://portal.test/five/login">')
})

test('FS-03 the login of people with a role has a title of its own and is not for search engines', () => {
  expect(headOf('/login', undefined)).toMatchObject({
    title: 'Вход для организаторов и экспертов — Конкурсы лидеров',
    indexed: false,
  })
})

test('private and unknown pages are not for search engines', () => {
  for (const path of ['/five', '/five/business', '/five/forgot', '/five/login/more'])
    expect(headOf(path, competition).indexed, path).toBe(false)
  expect(headHtml(headOf('/nothing/login', undefined), 'https://portal.test/nothing/login')).toContain('noindex')
})
