import { sanitise } from '#web/platform/html/sanitise.ts'

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
    trustedTypes?: { createPolicy(name: 'default', rules: Record<string, (text: string) => string | null>): unknown }
  }
}

const host = 'https://smartcaptcha.yandexcloud.net'
const address = `${host}/captcha.js`
let loading: Promise<SmartCaptcha> | null = null

let trusted = false

/**
 * The program of the captcha knows no Trusted Types. What it writes into the page is cleaned as texts of people are, it
 * loads programs from its own host only, and it makes none from text.
 */
function trustCaptcha(): void {
  if (trusted) return
  trusted = true
  window.trustedTypes?.createPolicy('default', {
    createHTML: (html) => String(sanitise(html)),
    createScriptURL: (url) => (url.startsWith(`${host}/`) ? url : null),
  })
}

function load(): Promise<SmartCaptcha> {
  trustCaptcha()
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

/** A token for one call, or undefined when the person closes the task or the service does not answer. */
export async function solveCaptcha(sitekey: string): Promise<string | undefined> {
  const place = document.body.appendChild(document.createElement('div'))
  try {
    const captcha = await load()
    let widget = -1
    const token = await new Promise<string | undefined>((resolve) => {
      widget = captcha.render(place, { sitekey, invisible: true, hl: 'ru', callback: resolve })
      captcha.subscribe(widget, 'challenge-hidden', () => resolve(undefined))
      captcha.subscribe(widget, 'network-error', () => resolve(undefined))
      captcha.execute(widget)
    })
    captcha.destroy(widget)
    return token
  } finally {
    place.remove()
  }
}
