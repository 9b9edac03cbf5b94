import { expect, test } from 'vitest'
import type { Duty } from './duties.ts'
import { groupsFor, sectionAt, sectionPath, sections } from './sections.ts'

const titles = (rights: string[]) =>
  groupsFor(rights).map(({ title, sections }) => [title, sections.map(({ id }) => id)])

test('a person sees the sections that the rights open, and no group without one', () => {
  expect(titles([])).toEqual([])
  expect(titles(['reports'])).toEqual([['Итоги', ['reports', 'exports']]])
  expect(titles(['assessment', 'faq'])).toEqual([
    ['Решения', ['checks', 'cutoffs']],
    ['Переписка', ['faq']],
  ])
})

test('no two sections have the same title or address', () => {
  expect(new Set(sections.map(({ title }) => title)).size).toBe(sections.length)
  expect(new Set(sections.map(({ path }) => path('c'))).size).toBe(sections.length)
})

test('a page belongs to the section above it, and a competition whose code begins like another keeps its own', () => {
  expect(sectionAt('/admin/c', 'c')?.id).toBe('console')
  expect(sectionAt('/admin/c/stages/form', 'c')?.id).toBe('console')
  expect(sectionAt('/admin/c/people/15', 'c')?.id).toBe('people')
  expect(sectionAt('/admin/c/people/', 'c')?.id).toBe('people')
  expect(sectionAt('/admin/c/protocols/4', 'c')?.id).toBe('cutoffs')
  expect(sectionAt('/admin/cc/people', 'c')).toBeUndefined()
  expect(sectionAt('/admin/c/checks/works/4', 'c')?.id).toBe('checks')
  expect(sectionAt('/admin/c/help/how/to-log-in', 'c')?.id).toBe('faq')
  expect(sectionPath('inbox', 'c')).toBe('/admin/c/support')
})

test('every section is a page of the console, so that its column stays', () => {
  for (const { id, path } of sections) {
    expect(path('c'), id).toMatch(/^\/admin\/c(\/|$)/)
    expect(sectionAt(path('c'), 'c')?.id).toBe(id)
  }
})

test('a number beside a section is what waits there', () => {
  const duty = {
    support: { open: 3, oldest: null },
    desk: { waits: 4, appeals: 1 },
    help: { articles: 9, hidden: 1, misses: 2 },
  } as Duty
  const waiting = (of: Duty) => sections.flatMap(({ id, waits }) => (waits ? [[id, waits(of)]] : []))
  expect(waiting(duty)).toEqual([
    ['inbox', 3],
    ['checks', 5],
    ['faq', 2],
  ])
  expect(waiting({ support: null, desk: null, help: null } as Duty).map(([, count]) => count)).toEqual([0, 0, 0])
})
