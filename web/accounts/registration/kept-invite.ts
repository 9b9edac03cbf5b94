import { tabStorage } from '#web/platform/tab-storage.ts'

const key = (competition: string) => `invite:${competition}`

/** The invitation code of the link that led here. Kept in this tab through all steps, a reload and a login. */
export const keptInvite = (competition: string): string | null => tabStorage.read(key(competition))

export function keepInvite(competition: string, code: unknown): void {
  if (typeof code === 'string' && /^[a-z0-9]{4,32}$/i.test(code)) tabStorage.keep(key(competition), code)
}
