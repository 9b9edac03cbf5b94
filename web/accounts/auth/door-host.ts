import type { Profile } from '#web/accounts/profile/queries.ts'

/** The lists and the marks that a device at a door keeps. */
export const doorsDatabase = 'doors'

const place = 'door-host'
/** Milliseconds: an event lasts a few days, and a list of names must not stay on a device for longer. */
const keptFor = 3 * 86_400_000

interface Kept {
  test_id: number
  until: number
}

/** A host who opened a door with a network may open it again without one. Only the number is kept. */
export function keepDoorHost(testId: number): void {
  const host: Kept = { test_id: testId, until: Date.now() + keptFor }
  localStorage.setItem(place, JSON.stringify(host))
}

/** After the end of a session no list opens without a network. Unsent marks stay for the next login. */
export function closeDoors(): void {
  if (hasDoorHost()) localStorage.setItem(place, JSON.stringify({ test_id: 0, until: 0 } satisfies Kept))
}

export function hasDoorHost(): boolean {
  try {
    return localStorage.getItem(place) !== null
  } catch {
    // A browser that stores nothing opens no door without a network.
    return false
  }
}

/** What the door needs of a profile, at the path of a door; null when nobody has opened one recently. */
export function keptDoorHost(path: string): Profile | null {
  if (!/^\/desk\/doors\/\d+\/?$/.test(path)) return null
  try {
    const { test_id, until } = JSON.parse(localStorage.getItem(place) ?? '') as Kept
    return Number.isInteger(test_id) && until > Date.now() ? { ...nobody, id: test_id } : null
  } catch {
    return null
  }
}

const nobody: Omit<Profile, 'id'> = {
  fio: 'Без связи',
  first_name: '',
  last_name: '',
  middle_name: '',
  birth_date: null,
  avatar: null,
  email: '',
  email_verified: true,
  roles: ['assessor'],
  phone: null,
  second_factor: 'none',
  home: null,
  closed_notices: [],
  erasure_due: null,
}

/** Removes the lists, the marks, the page and its program from the device. */
export async function forgetDoors(): Promise<void> {
  localStorage.removeItem(place)
  indexedDB.deleteDatabase(doorsDatabase)
  const programs = (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []
  const kept = await caches.keys().catch(() => [])
  await Promise.allSettled([
    ...programs.map((program) => program.unregister()),
    ...kept.map((name) => caches.delete(name)),
  ])
}
