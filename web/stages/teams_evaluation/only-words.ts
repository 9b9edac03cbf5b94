interface Members {
  members: readonly { mean: number | null }[]
}

/**
 * Of two people each would know what the other has marked, so only words are passed on. Who has figures all the same was
 * marked by more before the team became so small.
 */
export const onlyWords = ({ members }: Members): boolean =>
  members.length === 2 && members.every(({ mean }) => mean === null)
