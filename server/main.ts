import { createRequire, enableCompileCache } from 'node:module'
import { dirname } from 'node:path'

// Must come first: compiled code is cached between starts.
enableCompileCache()

const { serverInOneFile } = await import('./one-file.ts')
const file = serverInOneFile()
if (file === null) await import('./from-sources.ts')
else {
  const { tellSourceLines } = await import('./source-lines.ts')
  tellSourceLines(dirname(file))
  createRequire(import.meta.url)(file).runPortal(process.env)
}
