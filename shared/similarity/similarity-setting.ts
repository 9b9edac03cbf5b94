import { Type } from 'typebox'
import { setting } from '#shared/stages/kind.ts'

/** The least similarity that is kept, in percent; a stage may flag from there on. */
export const leastSimilarity = 20

/** The setting of kinds whose works are compared. */
export const similaritySetting = setting(Type.Integer({ minimum: 0, maximum: 100 }), {
  title: 'Отмечать похожие работы, % совпадения',
  hint: `От ${leastSimilarity}. Только пометка для организатора: на решение она сама не влияет. 0: не отмечать.`,
  default: 50,
  shown: false,
})
