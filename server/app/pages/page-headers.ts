import { createHash } from 'node:crypto'

/**
 * The hashes of all inline scripts and styles of a page, for its policy. Data blocks are not executed and need none.
 */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\bsrc=|application\/json/.test(attributes))
    .map(([, , text = '']) => hash(text))
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => hash(text))
  return { scripts, styles }
}

/**
 * Only our sanitiser, and the editor for pasted text, may create HTML for a page; `door` names one service worker. With
 * the captcha, `default` cleans what its program writes: web/platform/captcha/smart-captcha.ts.
 */
const trustedMakers = 'dompurify ProseMirrorClipboard door'

/** The headers of every page: only our own files run, and other sites cannot frame it. */
export function pageHeaders(
  html: string,
  options: { captcha: boolean; counters: readonly string[] },
): Record<string, string> {
  const { scripts, styles } = inlineHashes(html)
  const captcha = options.captcha ? ' https://smartcaptcha.yandexcloud.net' : ''
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self' ${scripts.join(' ')}${captcha}`.trim(),
      `style-src 'self' ${styles.join(' ')}`.trim(),
      "font-src 'self'",
      ["img-src 'self' data: blob:", ...options.counters].join(' ') + captcha,
      "media-src 'self' blob:",
      `connect-src 'self'${captcha}`,
      `frame-src ${options.captcha ? captcha.trim() : "'none'"}`,
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      `trusted-types ${trustedMakers}${options.captcha ? ' default' : ''}`,
    ].join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'geolocation=(), payment=(), usb=()',
    'Cache-Control': 'no-cache',
  }
}
