import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#server/services.ts'
import { addressOfStopToken } from './address-hash.ts'
import { refuseLetters } from './store.ts'

/**
 * The page behind «Больше не присылать». Opening it only shows a button, because mail scanners open every link. The
 * button sends the same POST as a mail program that supports RFC 8058. The page needs no script and has no links.
 */
export async function stopPage(
  app: FastifyInstance,
  { services }: { services: Pick<Services, 'db' | 'clock' | 'config'> },
): Promise<void> {
  const { db, clock, config } = services
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, _body, done) => done(null, undefined),
  )
  const hashOf = (query: unknown) => {
    const { token } = query as { token?: unknown }
    return typeof token === 'string' ? addressOfStopToken(config, token) : null
  }
  app.get('/invitations/stop', (request, reply) => {
    const hash = hashOf(request.query)
    return answer(reply, hash ? question : unknownLink, hash ? 200 : 400)
  })
  app.post('/invitations/stop', async (request, reply) => {
    const hash = hashOf(request.query)
    if (hash) await refuseLetters(db, hash, clock())
    return answer(reply, hash ? done : unknownLink, hash ? 200 : 400)
  })
}

function answer(reply: FastifyReply, body: string, status: number) {
  return reply
    .code(status)
    .headers({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(page(body))
}

const question = `<h1>Больше не присылать приглашения?</h1>
<p>Участники конкурсов не смогут звать вас письмами с нашего портала. Другие письма это не изменит.</p>
<form method="post"><button>Больше не присылать</button></form>`

const done = `<h1>Готово</h1>
<p>Приглашения на этот адрес больше не придут. Страницу можно закрыть.</p>`

const unknownLink = `<h1>Ссылка не подошла</h1>
<p>Похоже, она скопирована не целиком. Откройте её прямо из письма.</p>`

const page = (body: string) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Приглашения в конкурс</title><style>${style}</style></head><body><main>${body}</main></body></html>`

const style = `*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:#f5f3ed;
color:#14151f;font:1.0625rem/1.5 'Golos Text',system-ui,sans-serif}main{max-width:32rem;padding:2rem;background:#fff;
border:1px solid #dedacf;border-radius:1.25rem}h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.2}p{margin:0}
button{margin-top:1.5rem;min-height:3rem;padding:0 1.5rem;border:0;border-radius:3rem;background:#1b3fd6;color:#fff;
font:inherit;font-weight:600;cursor:pointer}button:focus-visible{outline:3px solid #ffd23f;outline-offset:2px}`
