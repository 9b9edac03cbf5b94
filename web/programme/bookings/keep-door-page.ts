import { doorProgramPath } from '#shared/programme/bookings/door-program-path.ts'

/** Keeps the page itself, so that it opens without a network. False where the browser has no means for it. */
export async function keepDoorPage(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  try {
    // The scope is the folder of the program. `ready` could wait for ever: this document may have begun at another
    // page.
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

/** With trusted types the browser accepts the address of a program only from a policy. */
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
