import { Type } from 'typebox'
import { setting } from '#shared/stages/kind.ts'

/** The lowest similarity that is stored, in percent; a stage cannot flag below it. */
export const minSimilarity = 20

/** The setting of kinds whose works are compared. */
export const similaritySetting = setting(Type.Integer({ minimum: 0, maximum: 100 }), {
  title: 'Отмечать похожие работы, % совпадения',
  hint: `От ${minSimilarity}. Только пометка для организатора: на решение она сама не влияет. 0: не отмечать.`,
  default: 50,
  shown: false,
})
