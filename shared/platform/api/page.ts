import { Type } from 'typebox'

/** One page of a list: `limit` rows after the first `offset`. The answer also gives the number of all rows. */
export interface Page {
  limit: number
  offset: number
}

/** The query of a list with pages; `size` is the limit when the caller gives no limit. */
export const pageQuery = ({ size, max = 50 }: { size: number; max?: number }) => ({
  limit: Type.Integer({ minimum: 1, maximum: max, default: size }),
  offset: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
})
