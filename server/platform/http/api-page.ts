import type { RefusalCode } from '#shared/platform/api/refusals.ts'

export interface Operation {
  summary?: string
  operationId?: string
  tags?: string[]
  security?: unknown[]
  servers?: { url: string }[]
  /** Codes of possible refusals, until `documentRefusals` turns them into answers. */
  'x-refusals'?: RefusalCode[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: { type?: string } }[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}

export interface ApiDocument {
  info: { title: string; version: string }
  components?: { schemas?: Record<string, unknown>; [part: string]: unknown }
  paths?: Record<string, Record<string, Operation>>
}

/** The readable page of the API, made from the OpenAPI document; it needs no script. */
export function apiPage(document: ApiDocument): string {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? ''
      groups.set(tag, [...(groups.get(tag) ?? []), operationHtml(method, path, operation)])
    }
  const body = [...groups]
    .map(([tag, rows]) => `<section><h2 id="${html(tag)}">${html(tag)}</h2>${rows.join('')}</section>`)
    .join('')
  const contents = [...groups.keys()].map((tag) => `<a href="#${html(tag)}">${html(tag)}</a>`).join(' ')
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${html(document.info.title)}</title><link rel="stylesheet" href="/api/v3/docs.css"></head><body><main>
<h1>${html(document.info.title)}</h1><p>Все адреса начинаются с <code>/api/v3</code>. Токен доступа передаётся в заголовке
<code>X-Token</code>, ответ капчи в <code>X-Captcha-Token</code>. Отказ приходит как
<code>{ code, message, fields? }</code>. Машинный вид: <a href="/api/v3/openapi.json">openapi.json</a>.</p>
<nav aria-label="Разделы">${contents}</nav>${body}</main></body></html>`
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? [])
    .map((p) => `<li><code>${html(p.name)}</code> (${html(p.in)}) ${html(p.description ?? '')}</li>`)
    .join('')
  const refused = Object.entries(operation.responses ?? {})
    .filter(([status]) => status >= '400' && status !== 'default')
    .map(
      ([status, { description = '' }]) => `${status} (${html(description.replace(/:.*/g, '').replace(/\n/g, ', '))})`,
    )
    .join(', ')
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answers = Object.entries(operation.responses ?? {})
    // All refusals have the shape that is described at the top of the page.
    .filter(([status]) => status < '400')
    .map(([status, answer]) => {
      const schema = Object.values(answer.content ?? {})[0]?.schema
      return `<details><summary>Ответ ${html(status)}</summary>${schema ? json(schema) : ''}</details>`
    })
    .join('')
  return `<article><h3><b>${method.toUpperCase()}</b> <code>${html(path.replace(/^\/api\/v3/, ''))}</code></h3>
<p>${html(operation.summary ?? '')}${operation.security?.length ? ' · нужен вход' : ''}</p>
${refused ? `<p>Отказы до обработки: ${refused}</p>` : ''}${parameters ? `<ul>${parameters}</ul>` : ''}${body ? `<details><summary>Тело запроса</summary>${json(body)}</details>` : ''}${answers}</article>`
}

const json = (value: unknown) => `<pre>${html(JSON.stringify(value, null, 2))}</pre>`

function html(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)
}

export const apiPageStyle = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f5f3ee;color:#14161f}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem}h1,h2{line-height:1.2}article{background:#fff;border:1px solid #d9d5ca;
border-radius:12px;padding:.5rem 1rem;margin:.75rem 0}h3{font-size:1rem;margin:.25rem 0;overflow-wrap:anywhere}
pre{overflow:auto;background:#f5f3ee;padding:.75rem;border-radius:8px}nav a{margin-right:.75rem}a{color:#1a3fd4}`
