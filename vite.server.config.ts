import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { serverInOneFileBuild } from './bin/server-in-one-file.ts'

// `vite build --config vite.server.config.ts` makes dist/server.
export default defineConfig(serverInOneFileBuild(fileURLToPath(new URL('.', import.meta.url))))
