import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/services.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { demoMessages } from './store.ts'

/** The letters and SMS of the demo, as a page without scripts. */
export async function outboxPage(
  app: FastifyInstance,
  { services }: { services: Pick<Services, 'db'> },
): Promise<void> {
  app.get<{ Querystring: { to?: string } }>('/dev/outbox', async (request, reply) => {
    const to = typeof request.query.to === 'string' ? request.query.to.trim() || undefined : undefined
    const messages = await demoMessages(services.db, { to, limit: 50 })
    reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'")
    reply.header('Cache-Control', 'no-store')
    return reply.type('text/html; charset=utf-8').send(page(messages, to ?? ''))
  })
}

type Message = Awaited<ReturnType<typeof demoMessages>>[number]

const page = (messages: Message[], to: string) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Письма и СМС демонстрационного режима</title><style>${style}</style></head><body><main>
<h1>Письма и СМС</h1>
<p>Демонстрационный режим: портал ничего не отправляет, а складывает сообщения сюда. Новые сверху.</p>
<form><label for="to">Кому</label> <input id="to" name="to" value="${html(to)}" placeholder="почта или телефон">
<button>Показать</button></form>
${messages.map(article).join('') || '<p>Сообщений пока нет.</p>'}
</main></body></html>`

const article = (message: Message) => `<article><h2>${message.channel === 'sms' ? 'СМС' : html(message.subject)}</h2>
<p class="meta">${html(message.recipient)} · <time>${showDateTime(message.created_at)}</time></p>
${message.code && message.code.length <= 8 ? `<p class="code">${html(message.code)}</p>` : ''}
<p class="text">${linked(html(message.text))}</p></article>`

/** Escaped text in which addresses of the portal are links. */
const linked = (text: string) => text.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

function html(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f5f3ee;color:#14161f}
main{max-width:44rem;margin:0 auto;padding:2rem 1rem}h1,h2{line-height:1.2;margin:0 0 .25rem}h2{font-size:1.1rem}
article{background:#fff;border:1px solid #d9d5ca;border-radius:12px;padding:1rem;margin:.75rem 0}
.meta{color:#5b5f6e;margin:0}.code{font-size:1.75rem;letter-spacing:.15em;font-weight:700;margin:.5rem 0 0}
.text{white-space:pre-line;overflow-wrap:anywhere;margin:.5rem 0 0}a{color:#1a3fd4}
input,button{font:inherit;padding:.4rem .6rem;border:1px solid #8a8d99;border-radius:8px}`
