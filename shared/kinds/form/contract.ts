import { Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { formFacts } from './kind.ts'

const settings = Type.Object({
  check: setting(Type.Enum(['manual', 'auto']), {
    title: 'Кто принимает анкету',
    hint: 'Сама она принимается, когда все ответы проходят проверку полей.',
    default: 'manual',
    shown: true,
    values: { manual: 'Проверяющий', auto: 'Принимается сама' },
  }),
})

export const formKind = stageKind(formFacts, { settings, steps: [], answer: answerData, faults: null })
