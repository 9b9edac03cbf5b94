import { Refusal } from '#shared/platform/api/refusals.ts'

const validateUrl = 'https://smartcaptcha.yandexcloud.net/validate'

/**
 * Asks Yandex SmartCaptcha whether the token is from a person; it accepts each token once. Without keys there is no
 * captcha. While the service does not answer, the call is refused: otherwise attackers would use such moments.
 */
export async function checkCaptcha(
  config: { captcha: { serverKey: string } | null },
  token: string | undefined,
  ip: string,
  validate: string = validateUrl,
): Promise<void> {
  if (!config.captcha) return
  if (!token || token.length > 4096) throw new Refusal('captcha_failed')
  const passed = await verdict(config.captcha.serverKey, token, ip, validate)
  if (passed === null) throw new Refusal('captcha_unavailable', { retryAfter: 60 })
  if (!passed) throw new Refusal('captcha_failed')
}

/** The check of a call that needs a captcha only under a load; null where there is no captcha. */
export const captchaUnderLoad = (
  { config }: { config: Parameters<typeof checkCaptcha>[0] },
  { request, ip }: { request: { headers: Record<string, unknown> }; ip: string },
): (() => Promise<void>) | null => {
  const token = request.headers['x-captcha-token']
  return config.captcha && (() => checkCaptcha(config, typeof token === 'string' ? token : undefined, ip))
}

/** Null when the answer cannot be understood. */
async function verdict(secret: string, token: string, ip: string, validate: string): Promise<boolean | null> {
  try {
    const response = await fetch(validate, {
      method: 'POST',
      body: new URLSearchParams({ secret, token, ip }),
      signal: AbortSignal.timeout(3000),
    })
    if (!response.ok) return null
    const { status } = (await response.json()) as { status?: unknown }
    return status === 'ok' ? true : status === 'failed' ? false : null
  } catch {
    return null
  }
}
