import { readdirSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import { attack } from '#server/testing/attack-expression.ts'
import { routes } from '#shared/routes.ts'

/**
 * Expressions that would be too slow for texts of people, and never meet one in the portal's process, with the reason.
 * Keep this list short.
 */
const neverMeetsTexts: Record<string, string> = {
  'server/forms/files/clean-office.ts': 'a program of its own reads documents, and its processor time is bounded',
  'server/forms/files/clean-xml.ts': 'the same',
  'server/app/pages/page-headers.ts': 'the page that the build has made',
}

/** Files that build an expression from something else, and why that needs no attack. */
const builtElsewhere: Record<string, string> = {
  'server/help/faq/search-articles.ts': 'a class of two signs of our own',
  'server/app/pages/modules-of.ts': 'meets names of our own files',
  'shared/forms/fields/safe-pattern.ts': 'an expression for one character',
  'shared/stages/drawn-setting.ts': 'meets only the empty text',
  'web/help/faq/editor/ArticleFields.tsx': 'the pattern of the contract, attacked there',
}

/** What to call so that a file builds the expressions that it does not build when it is loaded. */
const builders: Record<string, (loaded: never) => unknown> = {
  'shared/seasons/competitions/season-form.ts': ({ isSeasonCode }: { isSeasonCode(code: string): unknown }) =>
    isSeasonCode('a'),
  'shared/platform/text/names-in.ts': ({ namesIn }: { namesIn(text: string, words: string[]): unknown }) =>
    namesIn('', ['Мария', 'Лев', 'Воронцов-Дашков', 'Управление образования города Томска', 'Smith', '79161234567']),
}

const files = ['shared', 'server', 'web']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.tsx?$|^(server\/(testing|conformance)|web\/gallery|shared\/testing)\//.test(file),
  )

/** Expressions by their place. */
const found = new Map<string, RegExp>()
const building = new Map<string, number>()
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  const add = (at: number, source: string, flags: string) =>
    found.set(`${file}:${text.slice(0, at).split('\n').length} /${source}/${flags}`, new RegExp(source, flags))
  const built = ({ callee }: { callee: object }) => {
    if ('name' in callee && callee.name === 'RegExp') building.set(file, (building.get(file) ?? 0) + 1)
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags)
    },
    NewExpression: built,
    CallExpression: built,
    // Patterns of schemas.
    Property({ key, value }) {
      if ('name' in key && key.name === 'pattern' && value.type === 'Literal' && typeof value.value === 'string')
        add(value.start, value.value, 'u')
    },
  }).visit(parseSync(file, text).program)
}

/** Patterns of the contracts that are not written in their place. */
function patternsIn(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'pattern' && typeof inner === 'string') found.set(`${path} /${inner}/u`, new RegExp(inner, 'u'))
    else if (key === 'patternProperties')
      for (const pattern of Object.keys(inner as object)) found.set(`${path} /${pattern}/u`, new RegExp(pattern, 'u'))
    patternsIn(inner, path)
  }
}
for (const [key, spec] of Object.entries(routes)) patternsIn(spec, key)

describe('R-37 R-75: every expression takes time in proportion to the text', () => {
  const original = globalThis.RegExp
  afterAll(() => {
    globalThis.RegExp = original
  })

  test('also those that are built at run time', async () => {
    const missed: string[] = []
    for (const [file, sites] of building) {
      if (builtElsewhere[file]) continue
      const made: RegExp[] = []
      globalThis.RegExp = new Proxy(original, {
        construct(target, given: [string, string]) {
          const expression = new target(...given)
          made.push(expression)
          return expression
        },
      })
      // The query loads the file anew, so that it builds its expressions again.
      const loaded = await import(/* @vite-ignore */ `./${file}?recorded`)
      builders[file]?.(loaded as never)
      globalThis.RegExp = original
      if (made.length < sites) missed.push(file)
      for (const expression of made) found.set(`${file} ${expression}`, expression)
    }
    expect(missed, 'files that build an expression unseen: name in builders how').toEqual([])
  })

  test('on texts that are made to be slow for it', () => {
    expect(found.size).toBeGreaterThan(400)
    const attacked = [...found].filter(([place]) => !neverMeetsTexts[place.split(/[: ]/)[0] ?? ''])
    // Contracts have many patterns in several places.
    const slow = [...Map.groupBy(attacked, ([, expression]) => String(expression)).values()].flatMap((places) => {
      const worst = places[0] && attack(places[0][1])
      return worst ? places.map(([place]) => `${place} takes ${worst.ms} ms for ${worst.text}`) : []
    })
    expect(slow).toEqual([])
  })

  test('and the attack finds what is not', () => {
    for (const slow of [
      ...[/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+/gu, /^(a+)+$/, /^(?:a|a)*b/, /<script([^>]*)>/g, /^[^a]+|[^a]+$/g],
      ...[/^\s*№?\s*(\d{1,9})\s*$/, /\beyJ[\w-]{8,}\.[\w-]+/g, /^https?:\/\/[^\s/]+\.[^\s]+$/i],
    ])
      expect(attack(slow), String(slow)).not.toBeNull()
  })
})
