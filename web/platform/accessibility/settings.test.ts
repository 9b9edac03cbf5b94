import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type AccessibilitySettings, applySettings, readSettings, usualSettings } from './settings.ts'

test('SC-10 settings kept in the browser are restored, and missing ones get their default', () => {
  expect(readSettings('{"theme":"theme-bw","fontSize":"xlarge"}')).toEqual({
    theme: 'theme-bw',
    fontSize: 'xlarge',
    showImages: true,
    showControls: true,
  })
})

test.each([
  [null],
  ['not json'],
  ['7'],
  ['null'],
  ['{"theme":"no_such_theme","fontSize":"huge","showImages":"no"}'],
])('SC-10 unreadable settings %j are the usual ones', (kept) => {
  expect(readSettings(kept)).toEqual(usualSettings)
})

/** The part of <html> that is used. */
function aPage(look: string) {
  const classes = new Set<string>()
  const dataset: DOMStringMap = { look }
  const classList = {
    add: (...names: string[]) => names.forEach((name) => void classes.add(name)),
    remove: (...names: string[]) => names.forEach((name) => void classes.delete(name)),
  }
  return { element: { classList, dataset } as never, shown: () => ({ classes: [...classes], ...dataset }) }
}

const script = /<script>([\s\S]*?)<\/script>/.exec(readFileSync('web/index.html', 'utf8'))?.[1] ?? ''
const themes = ['default', 'theme-wb', 'theme-bw', 'theme-lb', 'politleaders_2', 'socialarchitects', 'apk_leaders']
const all: AccessibilitySettings[] = themes.flatMap((theme) =>
  (['default', 'large', 'xlarge'] as const).flatMap((fontSize) =>
    [true, false].flatMap((showImages) =>
      [true, false].map((showControls) => ({ theme, fontSize, showImages, showControls })),
    ),
  ),
)

test('SC-10 for every choice the script in the head styles the page before its first paint as the panel does', () => {
  expect(all).toHaveLength(84)
  for (const settings of all) {
    const [early, panel] = [aPage('default'), aPage('ru_season_5')]
    const window = {}
    runInNewContext(script, {
      window,
      Symbol,
      JSON,
      localStorage: { getItem: () => JSON.stringify(settings) },
      addEventListener: () => {},
      document: { documentElement: early.element, addEventListener: () => {} },
    })
    applySettings(settings, 'default', panel.element)
    expect(early.shown(), JSON.stringify(settings)).toEqual(panel.shown())
  }
})
