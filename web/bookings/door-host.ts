import { doorProgramPath } from '#shared/bookings/door-program-path.ts'
import type { Profile } from '#web/profile/queries.ts'

/** The lists and the marks that a device at a door keeps. */
export const doorsDatabase = 'doors'

const place = 'door-host'
/** Milliseconds: an event lasts a few days, and a list of names must not lie about for longer. */
const keptFor = 3 * 86_400_000

interface Kept {
  test_id: number
  until: number
}

/** Whoever opened a door with a network may open it again without one. Only the number is kept. */
export function keepDoorHost(testId: number): void {
  const host: Kept = { test_id: testId, until: Date.now() + keptFor }
  localStorage.setItem(place, JSON.stringify(host))
}

/** A session that has ended opens no list without a network. Marks that wait stay for whoever logs in again. */
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

/** What the door needs of a profile, at the path of a door; null when nobody has opened one lately. */
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

/** Keeps the page itself, so that it opens without a network. False where the browser has no means for it. */
export async function keepDoorPage(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  try {
    // The scope is the folder of the program. `ready` would wait for ever: this document may have begun at another page.
    const { active, waiting, installing } = await navigator.serviceWorker.register(programAddress())
    return active !== null || waiting !== null || (installing !== null && (await isInstalled(installing)))
  } catch {
    return false
  }
}

const isInstalled = (program: ServiceWorker) =>
  new Promise<boolean>((resolve) => {
    const look = () => {
      if (program.state === 'activated') resolve(true)
      if (program.state === 'redundant') resolve(false)
    }
    program.addEventListener('statechange', look)
    look()
  })

/** Where the browser asks for it, an address of a program is one that a policy has made. */
let programAddress = (): string => {
  const { trustedTypes } = window as unknown as {
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(address: string): unknown } }
  }
  const address = trustedTypes
    ? (trustedTypes.createPolicy('door', { createScriptURL: () => doorProgramPath }).createScriptURL('') as string)
    : doorProgramPath
  // A policy can be made once.
  programAddress = () => address
  return address
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
