import { Type } from 'typebox'

export const count = Type.Integer({ minimum: 0 })
export const points = Type.Number({ minimum: 0, maximum: 100, description: 'Баллы из 100' })

export const criterion = Type.Object({
  code: Type.String(),
  title: Type.String(),
  hint: Type.String(),
  max: Type.Integer(),
  weight: Type.Integer(),
  required: Type.Boolean(),
  levels: Type.Array(Type.Object({ value: Type.Integer(), text: Type.String() })),
})

export const marks = Type.Record(Type.String({ pattern: '^[a-z0-9_]{1,64}$' }), Type.Number(), { maxProperties: 50 })
