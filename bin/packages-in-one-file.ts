import { bundledPackages, fileOfPackage } from '../server/bundled-packages.ts'

/** Entries of the server's build: each package, under the name by which the start of the portal finds it. */
export const packagesInOneFile = (): Record<string, string> =>
  Object.fromEntries(
    bundledPackages.map((name) => [
      fileOfPackage(name).replace(/\.mjs$/, ''),
      new URL(import.meta.resolve(name)).pathname,
    ]),
  )
