const key = (competition: string) => `entry-code:${competition}`

/** The code of a latecomer, kept in this tab through all steps and a reload. */
export const keptEntryCode = (competition: string): string | null => sessionStorage.getItem(key(competition))

export function keepEntryCode(competition: string, code: string | null): void {
  if (code === null) sessionStorage.removeItem(key(competition))
  else sessionStorage.setItem(key(competition), code)
}
