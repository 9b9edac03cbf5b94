import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig, type Plugin } from 'vite'
import { listLooks } from './bin/list-looks.ts'
import { shownTogether } from './bin/shown-together.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const forBrowser: BuildOptions = {
  outDir: here('dist/web'),
  emptyOutDir: true,
  manifest: true,
  sourcemap: false,
  target: ['chrome111', 'firefox115', 'safari16.4'],
  cssMinify: 'lightningcss',
  // Never inline: the content security policy allows fonts and pictures from our own address only.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    output: {
      codeSplitting: { groups: shownTogether },
      // The program carries the names of all its files, so each letter of a name costs every first visit.
      entryFileNames: 'assets/[name]-[hash:7].js',
      chunkFileNames: 'assets/[name]-[hash:7].js',
      assetFileNames: 'assets/[name]-[hash:7][extname]',
    },
    // The gallery of the kit is built alone and on request: GALLERY=1 vite build --outDir <elsewhere>
    input: here(process.env.GALLERY ? 'web/gallery.html' : 'web/index.html'),
  },
}

const forServer: BuildOptions = {
  outDir: here('dist/ssr'),
  emptyOutDir: true,
  target: 'node24',
  assetsInlineLimit: 0,
  minify: true,
  rolldownOptions: {
    input: { 'render-page': here('web/render-page.tsx') },
    output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', keepNames: true },
  },
}

// `vite build` makes the pages for the browser, `vite build --ssr` the program that renders some of them on the server.
export default defineConfig(({ command, isSsrBuild }) => ({
  root: here('web'),
  base: '/',
  plugins: [
    react(),
    // Russian strings only: React Aria ships some thirty languages.
    { ...optimizeLocales.vite({ locales: ['ru-RU'] }), enforce: 'pre' as const },
    slimHtml(),
    reactAriaStyles(),
    ...(command === 'build' && !isSsrBuild ? [lookList(), precompress()] : []),
  ],
  css: {
    transformer: 'lightningcss' as const,
    lightningcss: {
      targets: { chrome: 111 << 16, firefox: 115 << 16, safari: (16 << 16) | (4 << 8) },
      // Both builds must give a class one name, so the hash is of the file's path.
      cssModules: { pattern: '[name]_[local]_[hash]' },
    },
  },
  build: isSsrBuild ? forServer : forBrowser,
  // One bundle without dependencies is read far faster than some hundred modules.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))

/** Every visitor downloads the page itself, so the comments and indents of its source are removed. */
function slimHtml(): Plugin {
  return {
    name: 'slim-html',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(/^\s*(\/\/.*|<!-- .* -->)\n/gm, '').replace(/^\s+/gm, ''),
    },
  }
}

/**
 * React Aria writes two <style> elements at run time, which `style-src 'self'` would refuse:
 *  - usePress adds #react-aria-pressable-style, but not when the page has an element with that id, so the page has it;
 *  - the scroll lock of an open dialogue on iOS adds a text that never changes. The page carries the same text in a
 *    sheet that applies to nothing (media="not all"), so the server, which hashes every <style> of the page, allows it.
 * Both are added after Vite has processed the page, because the hash is of the exact text. No nonce is needed.
 */
function reactAriaStyles(): Plugin {
  const pressable = '@layer{[data-react-aria-pressable]{touch-action:pan-x pan-y pinch-zoom}}'
  const scrollLock = '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}'
  return {
    name: 'react-aria-styles',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'style', attrs: { id: 'react-aria-pressable-style' }, children: pressable, injectTo: 'head' },
        { tag: 'style', attrs: { media: 'not all' }, children: scrollLock, injectTo: 'head' },
      ],
    },
  }
}

/** Writes a list of the looks for the server, with the colours and the sign for their icons. */
function lookList(): Plugin {
  return {
    name: 'look-list',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.vite/looks.json', source: JSON.stringify(await listLooks()) })
    },
  }
}

/** Writes a .br and a .gz beside every text file of the build, so that the server need not compress. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true })
      await Promise.all(
        files
          .filter((name) => /\.(js|css|svg|json|webmanifest|txt)$/.test(name) && !name.startsWith('.vite'))
          .map(async (name) => {
            const path = join(outDir, name)
            const body = await readFile(path)
            if (body.length < 1024) return
            const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
            await Promise.all([
              brotli(body, quality).then((small) => writeFile(`${path}.br`, small)),
              zip(body, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
            ])
          }),
      )
    },
  }
}
