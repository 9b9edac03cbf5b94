import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type InteractionResults } from 'oidc-provider'

const client = { OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'a-secret-of-the-portal-for-tests' }

/** Settings of a portal whose state service does not answer. */
export const silentStateService = { OIDC_ISSUER: 'http://127.0.0.1:9', ...client }

const page = `<!doctype html><html lang="ru"><title>Вход</title><h1>Государственная служба</h1>
  <p><a href="?as=ivan">Иван</a></p><p><a href="?as=maria">Мария</a></p>
  <p><a href="?as=new-person">Не подтверждённый</a></p>
  <p><a href="?as=ivan&amp;refuses">Отказать</a></p></html>`

/**
 * A real OpenID provider on this machine. It needs no password: a link on its page names the person who logs in. People
 * whose name begins with «new» are not trusted.
 */
export async function aStateService(redirectAddress: string, { port = 0 } = {}) {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const isTrusted = (sub: string) => !sub.startsWith('new')
  const kept = { refused: [] as string[] }

  const provider = new Provider(issuer, {
    clients: [
      { client_id: client.OIDC_CLIENT_ID, client_secret: client.OIDC_CLIENT_SECRET, redirect_uris: [redirectAddress] },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['cookies-of-the-state-service'] },
    claims: { openid: ['sub', 'trusted'], profile: ['name'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    acrValues: ['low', 'high'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, trusted: isTrusted(sub) }) }),
  })
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next()
    const { prompt, params, session } = await provider.interactionDetails(ctx.req, ctx.res)
    const { as, refuses } = ctx.query
    if (prompt.name === 'login' && typeof as !== 'string') {
      ctx.type = 'html'
      ctx.body = page
      return
    }
    let result: InteractionResults
    if (refuses !== undefined) result = { error: 'access_denied' }
    else if (prompt.name === 'login')
      result = { login: { accountId: String(as), acr: isTrusted(String(as)) ? 'high' : 'low', remember: false } }
    else {
      const grant = new provider.Grant({ accountId: session?.accountId, clientId: client.OIDC_CLIENT_ID })
      for (const scope of String(params.scope).split(' '))
        if (kept.refused.includes(scope)) grant.rejectOIDCScope(scope)
        else grant.addOIDCScope(scope)
      result = { consent: { grantId: await grant.save() } }
    }
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: true }))
  })
  server.on('request', provider.callback())

  return {
    env: { OIDC_ISSUER: issuer, ...client },
    /** From now on people log in but do not grant these scopes. */
    refuseScopes(scopes: string[]) {
      kept.refused = scopes
    },
    /** Goes to the service like a browser. Returns the parameters that it appends to the redirect address. */
    async visit(url: string, who: string, { refuses = false } = {}): Promise<Record<string, string>> {
      const cookies = new Map<string, string>()
      for (let at = url, steps = 0; steps < 10; steps += 1) {
        const answer = await fetch(at, {
          redirect: 'manual',
          headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        })
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const next = answer.headers.get('location')
        if (next?.startsWith(redirectAddress)) return Object.fromEntries(new URL(next).searchParams)
        if (next) at = new URL(next, at).href
        else if (answer.status === 200) at = `${at}?as=${who}${refuses ? '&refuses' : ''}`
        else throw new Error(`the state service answered ${answer.status} ${await answer.text()}`)
      }
      throw new Error('the state service never came back')
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
