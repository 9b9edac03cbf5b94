import type { Answer } from '#web/platform/api/client.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'

/**
 * A token for one call, or undefined when the portal has no captcha or it does not load. The server then decides and
 * explains.
 */
export async function captchaToken(): Promise<string | undefined> {
  const config = queryClient.getQueryData<Answer<'GET /app/config'>>(['config'])
  if (!config?.captcha) return undefined
  try {
    const { solveCaptcha } = await loadChunk(() => import('./smart-captcha.ts'))
    return await solveCaptcha(config.captcha.site_key)
  } catch {
    return undefined
  }
}
