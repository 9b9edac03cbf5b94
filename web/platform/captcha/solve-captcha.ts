import type { Answer } from '#web/platform/api/client.ts'
import { queryClient } from '#web/platform/api/query-client.ts'

interface SmartCaptcha {
  render(
    place: HTMLElement,
    options: { sitekey: string; invisible: true; hl: 'ru'; callback: (token: string) => void },
  ): number
  execute(widget: number): void
  destroy(widget: number): void
  subscribe(widget: number, event: 'challenge-hidden' | 'network-error', listener: () => void): void
}
declare global {
  interface Window {
    smartCaptcha?: SmartCaptcha
  }
}

const address = 'https://smartcaptcha.yandexcloud.net/captcha.js'
let loading: Promise<SmartCaptcha> | null = null

function load(): Promise<SmartCaptcha> {
  loading ??= new Promise<SmartCaptcha>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: address, defer: true })
    script.onload = () => (window.smartCaptcha ? resolve(window.smartCaptcha) : reject(new Error('no captcha')))
    script.onerror = () => reject(new Error('captcha did not load'))
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/**
 * A token for one call, or undefined when the portal has no captcha or it does not load. The server then decides and
 * explains.
 */
export async function captchaToken(): Promise<string | undefined> {
  const config = queryClient.getQueryData<Answer<'GET /app/config'>>(['config'])
  if (!config?.captcha) return undefined
  const place = document.body.appendChild(document.createElement('div'))
  try {
    const captcha = await load()
    const sitekey = config.captcha.site_key
    let widget = -1
    const token = await new Promise<string | undefined>((resolve) => {
      widget = captcha.render(place, { sitekey, invisible: true, hl: 'ru', callback: resolve })
      captcha.subscribe(widget, 'challenge-hidden', () => resolve(undefined))
      captcha.subscribe(widget, 'network-error', () => resolve(undefined))
      captcha.execute(widget)
    })
    captcha.destroy(widget)
    return token
  } catch {
    return undefined
  } finally {
    place.remove()
  }
}
