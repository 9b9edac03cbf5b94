import { expect, test } from 'vitest'
import { unknownWords } from './unknown-codes.ts'

test.each([
  [[], 'подходящих пока нет'],
  [['a'], 'подойдёт «a»'],
  [['a', 'b'], 'подойдут «a», «b»'],
  [[...'abcdef'], 'подойдут «a», «b», «c», «d», «e», «f»'],
  [[...'abcdefg'], 'подойдут «a», «b», «c», «d», «e», «f» и ещё 1 код'],
  [[...'abcdefgh'], 'подойдут «a», «b», «c», «d», «e», «f» и ещё 2 кода'],
  [[...'abcdefghijklmnopq'], 'подойдут «a», «b», «c», «d», «e», «f» и ещё 11 кодов'],
  [[...'abcdefghijklmnopqrstuvwxyzа'], 'подойдут «a», «b», «c», «d», «e», «f» и ещё 21 код'],
])('an unknown code is named with those that would do: %j', (suit, words) => {
  expect(unknownWords('track', 'gone', suit)).toBe(`трека «gone» в конкурсе нет, ${words}`)
  expect(unknownWords('value', 'gone', suit)).toBe(`значения «gone» у этой настройки нет, ${words}`)
})
