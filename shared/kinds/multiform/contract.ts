import { type Static, Type } from 'typebox'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { multiformFacts } from './kind.ts'

const settings = Type.Object({
  order: setting(Type.Enum(['free', 'strict']), {
    title: 'В каком порядке сдают части',
    hint: 'Срок, проверяющих и условия допуска каждой части задают на её собственной странице.',
    default: 'free',
    shown: true,
    values: { free: 'В любом', strict: 'По порядку: следующая открывается, когда сдана предыдущая' },
  }),
  parts: setting(
    Type.Array(
      Type.Object({
        code: Type.String({ title: 'Часть', minLength: 1, maxLength: 64, names: 'parts' }),
        required: Type.Boolean({ title: 'Без неё набор не принимается' }),
        weight: Type.Integer({ title: 'Доля в общем ходе', minimum: 1, maximum: 100 }),
      }),
      { maxItems: 50 },
    ),
    {
      title: 'Особые части',
      hint: 'Части, которых здесь нет, обязательны, и доля каждой равна 1.',
      default: [],
      shown: true,
    },
  ),
})

export type MultiformSettings = Static<typeof settings>

export const multiformKind = stageKind(multiformFacts, { settings, steps: [], answer: null, faults: null })
