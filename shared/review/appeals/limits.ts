/** Characters of an appeal and of the answer to it. */
export const maxAppeal = 4000
