import { Type } from 'typebox'

/** A part of a list, as every list names it: so many rows after so many. The answer says how many there are in all. */
export interface Page {
  limit: number
  offset: number
}

/** The query of a list that comes in parts. */
export const pageQuery = ({ usual, max = 50 }: { usual: number; max?: number }) => ({
  limit: Type.Integer({ minimum: 1, maximum: max, default: usual }),
  offset: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
})
