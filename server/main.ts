import { createRequire, enableCompileCache } from 'node:module'
import { dirname } from 'node:path'

// Must come first: compiled code is cached between starts.
enableCompileCache()

const { serverInOneFile } = await import('./one-file.ts')
// With `--sources`, for development, the sources themselves run and are watched.
const file = process.argv.includes('--sources') ? null : serverInOneFile()
const { runPortal } = file === null ? await fromSources() : await fromOneFile(file)
runPortal(process.env)

async function fromSources(): Promise<typeof import('./run-portal.ts')> {
  const { readPackagesInOneFile } = await import('./bundled-packages.ts')
  readPackagesInOneFile()
  return import('./run-portal.ts')
}

async function fromOneFile(path: string): Promise<typeof import('./run-portal.ts')> {
  const { tellSourceLines } = await import('./source-lines.ts')
  tellSourceLines(dirname(path))
  return createRequire(import.meta.url)(path)
}
