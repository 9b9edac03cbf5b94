import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageCover, PageData } from '#shared/app/pages/rendered-page.ts'
import { isOwnPlace, isPagePath } from '#shared/platform/text/page-path.ts'
import { coloursOf, type LookSource, lookOf } from '#shared/seasons/competitions/look-of.ts'
import { appFiles, appLinks, iconLink } from './app-files.ts'
import { doorProgram } from './door-program.ts'
import { headHtml, headOf } from './head-of.ts'
import { isLookIn, type LookList, readLooks } from './looks.ts'
import { modulesOf, type WebManifest } from './modules-of.ts'
import { pageHeaders } from './page-headers.ts'
import { pageHtml } from './page-html.ts'
import { pageRenderer } from './page-renderer.ts'

export interface PagesOptions {
  /** The built web side: index.html, assets, .vite/manifest.json. */
  directory: string
  /** The same program built for the server: render-page.mjs. */
  renderer: string
  publicUrl: string
  captcha: boolean
  /** The hosts of the counters of visits in use. */
  counters: readonly string[]
  startData(request: FastifyRequest, path: string): Promise<PageData>
  /** What a page shows before the browser has the person's data; null for nothing. */
  cover(data: PageData, path: string): Promise<(Omit<PageCover, 'look'> & { competition: LookSource }) | null>
}

const year = 31536000
const warmAfterMs = 300

/** Serves the web side: assets with unlimited caching, and for every other address the page with its start data. */
export async function pages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const template = readFileSync(join(options.directory, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(options.directory, '.vite/manifest.json'), 'utf8')) as WebManifest
  const { publicUrl } = options
  const headers = pageHeaders(template, options)
  const looks = readLooks(options.directory)
  const isLook = isLookIn(looks)
  appFiles(app, {
    looks,
    competitionOf: async (request, code) => competitionOf(await options.startData(request, ''), code),
  })
  const renderer = pageRenderer(options.renderer, (err) => app.log.error({ err }, 'a page could not be drawn'))
  // After the first answer, which must be fast, but before the first visitor, who need not wait then.
  app.addHook('onListen', async () => void setTimeout(renderer.warm, warmAfterMs).unref())

  await app.register(fastifyStatic, {
    root: join(options.directory, 'assets'),
    prefix: '/assets/',
    // The route of the plug-in reads the whole directory before each file, so we have our own.
    serve: false,
    preCompressed: true,
    dotfiles: 'deny',
    // Files that never change are never requested again, so they need no validators.
    cacheControl: false,
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply) => {
      reply.header('Cache-Control', `public, max-age=${year}, immutable`)
      reply.header('Cross-Origin-Resource-Policy', 'same-origin')
    },
  })

  app.get<{ Params: { name: string } }>('/assets/:name(^[\\w.-]+$)', ({ params }, reply) => reply.sendFile(params.name))

  // Their names have no hash, so these files are cached for a day and not for ever.
  for (const [name, type] of rootFiles(options.directory)) {
    const bytes = readFileSync(join(options.directory, name))
    app.get(`/${name}`, (_request, reply) =>
      reply.headers({ 'Cache-Control': 'public, max-age=86400' }).type(type).send(bytes),
    )
  }

  doorProgram(app, manifest, template)

  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url)
    // The server reads percent signs that encode nothing as text, but the browser's router cannot.
    if (request.url !== request.originalUrl) return reply.redirect(request.url.replace(/^[/\\]+/, '/'), 302)
    if (isFileLike(path)) return reply.code(404).type('text/plain; charset=utf-8').send('Не найдено')
    const data = await options.startData(request, path)
    const competitions = data.competitions?.competitions ?? []
    // With one competition there is nothing to choose.
    if (path === '/' && competitions.length === 1 && !data.may_refresh)
      return reply.header('Cache-Control', 'no-cache').redirect(`/${competitions[0]?.code}/login`, 302)
    const place = path.split('/')[1] ?? ''
    const competition = competitionOf(data, place === 'offline-event-booking' ? askedIn(request) : place)
    // The browser shows the page with either status; the status is for search engines and for the log.
    const known = isPagePath(path) && (competition || data.competitions === null || isOwnPlace(place))
    const dressed = dress(template, looks, competition && { ...competition, colours: coloursOf(competition, isLook) })
    const html = pageHtml(dressed, {
      path,
      data,
      head: headHtml(headOf(path, competition), `${publicUrl}${path}`),
      modules: modulesOf(manifest, path, lookOf(competition, isLook)),
      markup: await renderer.render(request.url, path, data),
      cover: await coverOf(data, path),
    })
    reply
      .code(known ? 200 : 404)
      .headers(headers)
      .type('text/html; charset=utf-8')
      .header('Vary', 'Accept-Encoding, Cookie')
    return sendCompressed(request, reply, html)
  }
  const coverOf = async (data: PageData, path: string) => {
    const found = await options.cover(data, path)
    if (!found) return null
    const { competition, ...cover } = found
    return renderer.cover({ ...cover, look: lookOf(competition, isLook) })
  }
  app.get('/', page)
  app.get('/*', page)
}

/** Each page says whether it may be indexed; robots may read nothing else. */
const robots = 'User-agent: *\nDisallow: /api/\nDisallow: /dev/\n'

const competitionOf = (data: PageData, code: string | undefined) =>
  data.competitions?.competitions.find((competition) => competition.code === code)

/** The competition in the query, as on the page of events. */
function askedIn({ query }: FastifyRequest): string | undefined {
  const { competition, competitionCode = competition } = query as Record<string, unknown>
  return typeof competitionCode === 'string' ? competitionCode : undefined
}

/** Gives the page the colours of its competition before any script runs, and the tags to install the competition. */
function dress(html: string, looks: LookList, competition: { code: string; colours: string } | undefined): string {
  const look = competition && looks[competition.colours]
  if (!competition || !look) return html.replace(/(<link rel="icon"[^<>]*>)/, `$1${appLinks('')}`)
  return html
    .replace('data-look="default"', `data-look="${competition.colours}"`)
    .replace(/(<meta name="theme-color" content=")[^"]*/, `$1${look.field}`)
    .replace(/<link rel="icon"[^<>]*>/, iconLink(competition.code) + appLinks(competition.code))
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

const pathOf = (url: string): string => decodeURIComponent(url.split('?')[0] ?? '/')

/** Addresses of pages have no dot. A request with a dot is for a file, often a hidden one. */
const isFileLike = (path: string) => /\/\.|\.[a-z0-9]{1,8}$/i.test(path)

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/**
 * Pages differ little between addresses, so each is compressed once, with a high quality, and cached by its contents.
 */
const compressed = new Map<string, Buffer>()
const maxKept = 200

function brotli(html: string): Buffer {
  const kept = compressed.get(html)
  if (kept) return kept
  if (compressed.size >= maxKept) compressed.clear()
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
