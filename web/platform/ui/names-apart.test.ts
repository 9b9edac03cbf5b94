import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A name of a person as a child of an element: not the value of an attribute, and not a part of a longer text. */
const shown = /(?<![=\w$`([,?:&|])(<bdi>)?\{((?:\w+[.?]+)*fio|(?:fullName|formalName)\([\w.]+\))\}/g

test('R-90 a name of a person is shown apart from the text around it, whatever its direction', () => {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const names = files.flatMap((file) =>
    [...readFileSync(`web/${file}`, 'utf8').matchAll(shown)].map(([name, apart]) => ({ at: `${file} ${name}`, apart })),
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(({ apart }) => apart === undefined).map(({ at }) => at)).toEqual([])
})
