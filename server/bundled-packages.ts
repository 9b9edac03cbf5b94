import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Packages of hundreds of small modules, of which a start would read every one. */
export const bundledPackages = ['kysely', 'typebox']

const root = new URL('../', import.meta.url)

/** The version stands in the name: a package that was brought up to date is read as it is until the next build. */
export function fileOfPackage(name: string): string {
  const { version } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8'))
  return `packages/${name}-${version}.mjs`
}

/** From here on whoever imports one of them is given the one file that the build has made of it, where there is one. */
export function readPackagesInOneFile(): void {
  const files = new Map(
    bundledPackages.flatMap((name) => {
      const file = new URL(`dist/ssr/${fileOfPackage(name)}`, root)
      return existsSync(file) ? [[name, file.href] as const] : []
    }),
  )
  if (files.size === 0) return
  registerHooks({
    resolve: (specifier, context, next) => {
      const url = files.get(specifier)
      return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
    },
  })
}
