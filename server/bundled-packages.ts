import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Packages with hundreds of small modules, which a start would otherwise load one by one. */
export const bundledPackages = ['kysely', 'kysely/helpers/postgres', 'typebox', 'typebox/compile', 'typebox/value']

const root = new URL('../', import.meta.url)

/** The version is part of the file name: after an update the package itself is used until the next build. */
export function fileOfPackage(specifier: string): string {
  const [name] = specifier.split('/')
  const { version } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8'))
  return `packages/${specifier.replaceAll('/', '-')}-${version}.mjs`
}

/** Makes later imports of these packages load the bundled file, if the build has made it. */
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
