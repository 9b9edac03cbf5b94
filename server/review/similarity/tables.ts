import type { GeneratedAlways } from 'kysely'

export interface SimilarityTables {
  /** A sample of the hashes of a work's shingles; a bigint as text. */
  work_shingles: { hash: string; work_id: number }
  compared_works: { work_id: number; hand_in_id: number; compared_at: Date }
  /** `telling`: the words of the text that could reveal its author. */
  prepared_works: { work_id: number; hand_in_id: number; telling: string[]; prepared_at: Date }
  similar_works: {
    id: GeneratedAlways<number>
    first_id: number
    second_id: number
    percent: number
    found_at: Date
  }
}
