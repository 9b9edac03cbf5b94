import { Type } from 'typebox'
import { setting } from '#shared/stages/kind.ts'

const bound = Type.Integer({ minimum: 0, maximum: 100 })

/** The contract of every kind of stage at which mentors are chosen. */
export const mentorChoice = {
  settings: Type.Object({
    min_mentors: setting(bound, {
      title: 'Наставников не меньше',
      hint: '0 и здесь, и в следующем поле: сколько угодно, но хотя бы один.',
      default: 0,
      shown: true,
    }),
    max_mentors: setting(bound, { title: 'Наставников не больше', hint: '', default: 0, shown: true }),
  }),
  steps: [],
  answer: Type.Object({ choosed_mentors: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 100 }) }),
  faults: null,
}
