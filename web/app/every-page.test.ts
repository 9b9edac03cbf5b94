import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { everyPage } from '#e2e/every-page.ts'
import { isOwnPlace, isPagePath } from '#shared/platform/text/page-path.ts'
import { pagesBesideTracks } from '#shared/seasons/competitions/season-form.ts'
import { createPortalRouter } from './router.tsx'

const router = createPortalRouter(createMemoryHistory({ initialEntries: ['/'] }))

/** The name of a page; the instructions of all stages are one page. */
function pageName({ name }: { name?: string }): string | null {
  if (!name) return null
  return name.endsWith('-manual') ? 'manual' : name
}

test('every page of the router has an address under which the browser tests open it', () => {
  const names = Object.values(router.routesById).map((route) => pageName(route.options.staticData ?? {}))
  const wanted = new Set(names.filter((name) => name !== null))
  const given = new Set(everyPage.map(({ name }) => name))
  expect(
    [...wanted].filter((name) => !given.has(name)),
    'these pages have no address: add one to e2e/every-page.ts',
  ).toEqual([])
  expect(
    [...given].filter((name) => !wanted.has(name) && name !== 'not-found'),
    'these addresses are of no page of the router',
  ).toEqual([])
})

test('the server knows the shape of every page of the router, and no other', () => {
  const patterns = Object.values(router.routesById)
    .filter((route) => route.options.staticData?.name)
    .map(({ fullPath }) => fullPath.replace(/\{-\$\w+\}|\$\w+/g, 'x').replace(/\$$/, 'x/y'))
  expect(patterns.length).toBeGreaterThan(40)
  expect(patterns.filter((path) => !isPagePath(path))).toEqual([])
  const none = [
    '/desk/x',
    '/desk/works/1/x',
    '/admin/c/stages',
    '/admin/c/stages/s/x',
    '/admin/c/checks/x',
    '/admin/c/support/x',
    '/profile/x',
    '/mentor/x',
    '/c/support/x',
    '/c/t/x',
    '/c/t/stages',
    '/c/t/stages/form/a/b/c/d',
  ]
  expect(none.filter(isPagePath)).toEqual([])
})

test('R-82: no track takes the address of a page of its competition, and no season that of a page of the portal', () => {
  const parts = Object.values(router.routesById).map(({ fullPath }) => fullPath.split('/').slice(1))
  const beside = new Set(parts.flatMap(([first, second]) => (first === '$competition' && second ? [second] : [])))
  beside.delete('$track')
  expect([...beside].toSorted()).toEqual(pagesBesideTracks.toSorted())
  const own = new Set(parts.map(([first = '']) => first).filter((first) => first !== '$competition'))
  expect(own.size).toBeGreaterThan(8)
  expect([...own].filter((first) => !isOwnPlace(first))).toEqual([])
})

test.each(everyPage)('$path for $as is the page $name', ({ name, path }) => {
  if (name === 'not-found') return
  const last = router.matchRoutes(path.replace(/\?.*/, ''), {}).at(-1)
  expect(pageName(last?.staticData ?? {})).toBe(name)
})
