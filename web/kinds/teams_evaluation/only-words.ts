interface Members {
  members: readonly { mean: number | null }[]
}

/**
 * In a team of two each would know the marks of the other, so only words are passed on. A member who has figures was
 * marked by more people before the team became so small.
 */
export const onlyWords = ({ members }: Members): boolean =>
  members.length === 2 && members.every(({ mean }) => mean === null)
