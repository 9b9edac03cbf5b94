import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modulesOf, pageSources, wholePage } from './modules-of.ts'

const manifest = {
  'index.html': { file: 'entry.js', isEntry: true, imports: ['_frame.js'] },
  '_frame.js': { file: 'frame.js' },
  'accounts/auth/ForgotPage.tsx': { file: 'forgot.js', imports: ['_frame.js', '_fields.js'], css: ['forgot.css'] },
  '_fields.js': { file: 'fields.js' },
  'seasons/themes/ru_season_5/look.ts': { file: 'five.js', imports: ['_frame.js'] },
  'seasons/themes/default/look.ts': { file: 'plain.js' },
  '_rooms-1.js': { file: 'rooms.js', name: 'rooms' },
  'kinds/rules/RulesScreen.tsx': { file: 'rules.js' },
  'kinds/form/FormScreen.tsx': { file: 'form.js' },
}

test('a page preloads its module, its imports and the look of its competition, each once', () => {
  expect(modulesOf(manifest, '/ru_season_5/forgot', 'ru_season_5')).toEqual({
    scripts: ['forgot.js', 'fields.js', 'five.js'],
    styles: ['forgot.css'],
  })
  expect(modulesOf(manifest, '/other/forgot').scripts).toContain('plain.js')
})

test('a stage page preloads the screen of its kind and the frame', () => {
  const path = '/ru_season_5/business/stages/rules/pravila/'
  expect(modulesOf(manifest, path).scripts).toEqual(['rooms.js', 'rules.js', 'plain.js'])
})

test('a page that works without a network gets all modules that it may load later, and none of other pages', () => {
  const built = {
    ...manifest,
    'index.html': {
      file: 'entry.js',
      isEntry: true,
      imports: ['_frame.js'],
      assets: ['type.woff2'],
      css: ['entry.css'],
    },
    '_rooms-1.js': { file: 'rooms.js', name: 'rooms', dynamicImports: ['app/chrome/MobileMenu.tsx'] },
    'app/chrome/MobileMenu.tsx': { file: 'menu.js', css: ['menu.css'] },
    'programme/bookings/DoorPage.tsx': { file: 'door.js', imports: ['_fields.js'], dynamicImports: ['decode.js'] },
    'decode.js': { file: 'decode.js' },
  }
  expect(wholePage(built, 'programme/bookings/DoorPage.tsx')).toEqual(
    [
      ...['entry.js', 'entry.css', 'type.woff2', 'frame.js', 'rooms.js', 'menu.js', 'menu.css', 'plain.js'],
      ...['door.js', 'fields.js', 'decode.js'],
    ].sort(),
  )
})

test('every page module in the table exists', () => {
  for (const source of pageSources) expect(existsSync(`web/${source}`), source).toBe(true)
})
