import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modulesOf, pageSources } from './modules-of.ts'

const manifest = {
  'index.html': { file: 'entry.js', isEntry: true, imports: ['_frame.js'] },
  '_frame.js': { file: 'frame.js' },
  'auth/LoginPage.tsx': { file: 'login.js', imports: ['_frame.js', '_fields.js'], css: ['login.css'] },
  '_fields.js': { file: 'fields.js' },
  'themes/ru_season_5/look.ts': { file: 'five.js', imports: ['_frame.js'] },
  'themes/default/look.ts': { file: 'plain.js' },
  'stages/StagePage.tsx': { file: 'stage.js' },
  'stages/rules/RulesScreen.tsx': { file: 'rules.js' },
  'stages/form/FormScreen.tsx': { file: 'form.js' },
  'app/chrome/Header.tsx': { file: 'header.js' },
}

test('a page is fetched with its module, what that imports and the look of its competition, and nothing twice', () => {
  expect(modulesOf(manifest, '/ru_season_5/login', 'ru_season_5')).toEqual({
    scripts: ['login.js', 'fields.js', 'five.js'],
    styles: ['login.css'],
  })
  expect(modulesOf(manifest, '/other/login').scripts).toContain('plain.js')
})

test('a stage is fetched with the screen of its kind and the frame', () => {
  const path = '/ru_season_5/business/stages/rules/pravila/'
  expect(modulesOf(manifest, path).scripts).toEqual(['stage.js', 'rules.js', 'plain.js', 'header.js'])
})

test('every page module that the table names exists', () => {
  for (const source of pageSources) expect(existsSync(`web/${source}`), source).toBe(true)
})
