import { tabStorage } from '#web/platform/tab-storage.ts'

const key = (competition: string) => `entry-code:${competition}`

/** The code of a latecomer, kept in this tab through all steps and a reload. */
export const keptEntryCode = (competition: string): string | null => tabStorage.read(key(competition))

export function keepEntryCode(competition: string, code: string | null): void {
  if (code === null) tabStorage.forget(key(competition))
  else tabStorage.keep(key(competition), code)
}
