import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coloursOf, type Dressed, lookOf } from '#shared/competitions/look-of.ts'
import { appFiles, appLinks } from './app-files.ts'
import { isLookIn, type LookList, readLooks } from './looks.ts'
import { modulesOf, type WebManifest } from './modules-of.ts'
import { pageHeaders } from './page-headers.ts'

export interface StartData {
  config: unknown
  competitions: { competitions: (Dressed & { title: string })[] } | null
  /** False when the browser holds no refresh cookie, so that asking for a token would be a wasted round trip. */
  may_refresh: boolean
}

export interface PagesOptions {
  /** The built web side: index.html, assets, .vite/manifest.json. */
  directory: string
  https: boolean
  captcha: boolean
  startData(request: FastifyRequest): Promise<StartData>
}

const year = 31536000

/** Serves the web side: assets for ever, and for every other address the one page with its start data. */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const template = readFileSync(join(options.directory, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(options.directory, '.vite/manifest.json'), 'utf8')) as WebManifest
  const headers = pageHeaders(template, options)
  const looks = readLooks(options.directory)
  const isLook = isLookIn(looks)
  appFiles(app, {
    looks,
    competitionOf: async (request, code) => competitionOf(await options.startData(request), code),
  })

  await app.register(fastifyStatic, {
    root: join(options.directory, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    dotfiles: 'deny',
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('Cache-Control', `public, max-age=${year}, immutable`)
      reply.header('X-Content-Type-Options', 'nosniff')
      reply.header('Cross-Origin-Resource-Policy', 'same-origin')
    },
  })

  // Names without a hash in them: kept for a day, not for ever.
  for (const [name, type] of rootFiles(options.directory)) {
    const bytes = readFileSync(join(options.directory, name))
    app.get(`/${name}`, (_request, reply) =>
      reply
        .headers({ 'Cache-Control': 'public, max-age=86400', 'X-Content-Type-Options': 'nosniff' })
        .type(type)
        .send(bytes),
    )
  }

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url)
    if (isFileLike(path)) return reply.code(404).type('text/plain; charset=utf-8').send('Не найдено')
    const data = await options.startData(request)
    const competition = competitionOf(data, path.split('/')[1])
    const html = dress(
      template,
      looks,
      competition && { ...competition, colours: coloursOf(competition, isLook) },
    ).replace('<!--start-data-->', () => startDataHtml(data, modulesOf(manifest, path, lookOf(competition, isLook))))
    reply.headers(headers).type('text/html; charset=utf-8').header('Vary', 'Accept-Encoding')
    return sendCompressed(request, reply, html)
  }
  app.get('/', page)
  app.get('/*', page)
}

const competitionOf = (data: StartData, code: string | undefined) =>
  data.competitions?.competitions.find((competition) => competition.code === code)

/** The page wears the colours of its competition before any script has run, and is installed as that competition. */
function dress(html: string, looks: LookList, competition: { code: string; colours: string } | undefined): string {
  const look = competition && looks[competition.colours]
  if (!competition || !look) return html
  return html
    .replace('data-look="default"', `data-look="${competition.colours}"`)
    .replace(/(<meta name="theme-color" content=")[^"]*/, `$1${look.field}`)
    .replace(/<link rel="icon"[^>]*>/, appLinks(competition.code))
}

const rootTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

function rootFiles(directory: string): [string, string][] {
  return readdirSync(directory).flatMap((name) => {
    const type = rootTypes[extname(name)]
    return type ? [[name, type] as [string, string]] : []
  })
}

function pathOf(url: string): string {
  const path = url.split('?')[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** No page of ours has a dot in its address; what asks for one looks for files, hidden ones above all. */
const isFileLike = (path: string) => /\/\.|\.[a-z0-9]{1,8}$/i.test(path)

function startDataHtml(data: StartData, modules: { scripts: string[]; styles: string[] }): string {
  // «<» is the only character that could end the block early.
  const json = JSON.stringify(data).replace(/</g, '\\u003c')
  return [
    `<script type="application/json" id="start-data">${json}</script>`,
    ...modules.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...modules.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join('')
}

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Pages differ by address and little else, so each is compressed once, well, and kept while it stays the same. */
const compressed = new Map<string, Buffer>()
const mostKept = 200

function brotli(html: string): Buffer {
  const kept = compressed.get(html)
  if (kept) return kept
  if (compressed.size >= mostKept) compressed.clear()
  const bytes = brotliCompressSync(html, quality)
  compressed.set(html, bytes)
  return bytes
}

function sendCompressed(request: FastifyRequest, reply: FastifyReply, html: string) {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return reply.header('Content-Encoding', 'br').send(brotli(html))
  if (/\bgzip\b/.test(accepted)) return reply.header('Content-Encoding', 'gzip').send(gzipSync(html))
  return reply.send(html)
}
