import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { answerData } from '#shared/forms/fields/wire.ts'
import { usualBlockOn } from '#shared/stages/block-on.ts'
import { stageKind } from '#shared/stages/kind.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'
import type { LookOf } from './work-screen.ts'

const facts = { type: 'kind', title: 'Вид', addresses: usualAddress, blockOn: usualBlockOn, needsViewable: false }
const rest = { settings: Type.Object({}), steps: [], answer: answerData }
const ruled = stageKind(kindFacts({ ...facts, work: 'person', words: usualWords }), { ...rest, faults: () => ({}) })

// tsc reads this file: a line below that compiled without its comment would be an error.
test('a look without the rules of its contract does not compile', () => {
  const look = {} as Omit<LookOf<typeof ruled>, 'faults'>
  // @ts-expect-error the rules are missing
  const withoutRules: LookOf<typeof ruled> = look
  // @ts-expect-error the contract has rules
  const careless: LookOf<typeof ruled> = { ...look, faults: null }
  const sound: LookOf<typeof ruled> = { ...look, faults: ruled.faults }
  expect([withoutRules.faults, careless.faults, sound.faults?.({}, {}, 'draft')]).toEqual([undefined, null, {}])
})
