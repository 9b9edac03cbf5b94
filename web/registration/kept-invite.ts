const key = (competition: string) => `invite:${competition}`

/** Whose link has led here: kept as long as the tab, through the steps, a reload and the login of who has an account. */
export const keptInvite = (competition: string): string | null => sessionStorage.getItem(key(competition))

export function keepInvite(competition: string, code: unknown): void {
  if (typeof code === 'string' && /^[a-z0-9]{4,32}$/i.test(code)) sessionStorage.setItem(key(competition), code)
}
