import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { answerData } from '#shared/forms/fields/wire.ts'
import { usualBlockOn } from '#shared/stages/block-on.ts'
import { stageKind } from '#shared/stages/kind.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'
import { attemptWork } from './finish-attempts.ts'
import { serverKind } from './kind.ts'

const usual = { title: 'Вид', addresses: usualAddress, blockOn: usualBlockOn, needsViewable: false, words: usualWords }
const nobodys = kindFacts({ ...usual, type: 'nobodys', work: 'none' })
const somebodys = kindFacts({ ...usual, type: 'somebodys', work: 'person' })
const rest = { settings: Type.Object({}), steps: [], faults: null }
const none = { attempts: null, standing: null, ownData: null, files: null, checklist: () => [] }
const work = attemptWork(async () => [])

// tsc reads this file: a line below whose comment is no longer needed becomes an error.
test('a kind whose sides do not agree does not compile', () => {
  const idle = stageKind(nobodys, { ...rest, answer: null })
  const busy = stageKind(somebodys, { ...rest, answer: answerData, faults: () => ({}) })
  serverKind(idle, { ...none, work: null })
  serverKind(busy, { ...none, work })
  // @ts-expect-error nothing is handed in, so there is no shape of an answer
  stageKind(nobodys, { ...rest, answer: answerData })
  // @ts-expect-error the contract says that nothing is handed in
  serverKind(idle, { ...none, work })
  // @ts-expect-error the contract says that something is handed in
  serverKind(busy, { ...none, work: null })
  expect([idle.work, busy.work]).toEqual(['none', 'person'])
})
