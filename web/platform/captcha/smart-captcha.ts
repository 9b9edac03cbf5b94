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
