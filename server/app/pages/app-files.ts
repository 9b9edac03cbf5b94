import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coloursOf, type LookSource, lookOf } from '#shared/seasons/competitions/look-of.ts'
import { iconSvg, isLookIn, type LookList } from './looks.ts'

type NamedCompetition = LookSource & { title: string }

interface AppFilesOptions {
  looks: LookList
  competitionOf: (request: FastifyRequest, code: string) => Promise<NamedCompetition | undefined>
}

/** The icons of an installed competition: the side in pixels, and whether a mask may crop it. */
const pictures: Record<string, { side: number; maskable: boolean }> = {
  'icon-192.png': { side: 192, maskable: false },
  'icon-512.png': { side: 512, maskable: false },
  'icon-maskable-512.png': { side: 512, maskable: true },
  'apple-touch-icon.png': { side: 180, maskable: true },
}
const day = { 'Cache-Control': 'public, max-age=86400' }

/** The portal itself, when its index is added to a phone's home screen. */
const portal: NamedCompetition = { code: '', title: 'Конкурсы лидеров', theme: 'default', layout: 'default' }

const home = (code: string) => (code === '' ? '' : `/${code}`)

export const iconLink = (code: string) => `<link rel="icon" href="${home(code)}/icon.svg" type="image/svg+xml">`

/** The tags in a page's head for adding it to a home screen; without a code, those of the portal. */
export const appLinks = (code: string) =>
  `<link rel="apple-touch-icon" href="${home(code)}/apple-touch-icon.png">` +
  `<link rel="manifest" href="${home(code)}/manifest.webmanifest">`

/** The manifest and icons of each competition. Icons are made from the look's sign when first requested. */
export function appFiles(app: FastifyInstance, { looks, competitionOf }: AppFilesOptions): void {
  const isLook = isLookIn(looks)
  const drawn = new Map<string, Promise<Buffer>>()
  const serve = (
    path: string,
    answer: (reply: FastifyReply, competition: NamedCompetition, look: string) => unknown,
  ) => {
    app.get(`/${path}`, (_request, reply) => send(reply, portal))
    app.get<{ Params: { competition: string } }>(`/:competition/${path}`, async (request, reply) =>
      send(reply, await competitionOf(request, request.params.competition)),
    )
    const send = async (reply: FastifyReply, competition: NamedCompetition | undefined) => {
      const look = lookOf(competition, isLook)
      if (!competition || !looks[look]) return reply.code(404).type('text/plain; charset=utf-8').send('Не найдено')
      reply.headers({ ...day, 'Cross-Origin-Resource-Policy': 'same-origin' })
      return answer(reply, competition, look)
    }
  }

  serve('manifest.webmanifest', (reply, competition) => {
    const colours = looks[coloursOf(competition, isLook)]
    return reply.type('application/manifest+json; charset=utf-8').send(manifestOf(competition, colours))
  })
  serve('icon.svg', (reply, competition, look) => reply.type('image/svg+xml').send(iconSvg(signIn(look, competition))))
  for (const [name, { side, maskable }] of Object.entries(pictures))
    serve(name, async (reply, competition, look) => {
      const svg = iconSvg(signIn(look, competition), maskable ? { room: 0.54, corner: 0 } : {})
      const key = `${side} ${svg}`
      const png = drawn.get(key) ?? rasterised(svg, side)
      drawn.set(key, png)
      png.catch(() => drawn.delete(key))
      return reply.type('image/png').send(await png)
    })

  /** The sign of the layout in the colours of the theme. */
  function signIn(look: string, competition: NamedCompetition) {
    const colours = looks[coloursOf(competition, isLook)] as LookList[string]
    return { ...colours, sign: (looks[look] as LookList[string]).sign }
  }
}

function manifestOf({ code, title }: NamedCompetition, colours: LookList[string] | undefined) {
  const start = home(code) || '/'
  return JSON.stringify({
    id: start,
    name: title,
    short_name: title.length <= 14 ? title : title.split(/[.:—]/)[0]?.trim(),
    lang: 'ru',
    dir: 'ltr',
    start_url: start,
    scope: '/',
    display: 'standalone',
    theme_color: colours?.field,
    background_color: colours?.paper,
    icons: [
      { src: `${home(code)}/icon.svg`, sizes: 'any', type: 'image/svg+xml' },
      { src: `${home(code)}/icon-192.png`, sizes: '192x192', type: 'image/png' },
      { src: `${home(code)}/icon-512.png`, sizes: '512x512', type: 'image/png' },
      { src: `${home(code)}/icon-maskable-512.png`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}

// The image library is large, so it is loaded with the first icon and not at the start.
async function rasterised(svg: string, side: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg), { density: (72 * side) / 100 })
    .resize(side, side)
    .png({ compressionLevel: 9 })
    .toBuffer()
}
