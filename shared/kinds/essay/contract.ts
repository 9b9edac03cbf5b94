import { Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { similaritySetting } from '#shared/review/similarity/similarity-setting.ts'
import { stageKind } from '#shared/stages/kind.ts'
import { textSettings } from '#shared/stages/text-contract.ts'
import { textFaults } from '#shared/stages/text-work.ts'
import { essayFacts } from './kind.ts'

export const essayKind = stageKind(essayFacts, {
  settings: Type.Object({ ...textSettings, similarity: similaritySetting }),
  steps: [],
  answer: answerData,
  faults: textFaults,
})
