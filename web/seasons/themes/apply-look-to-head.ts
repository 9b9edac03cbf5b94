/**
 * Sets the colour of the browser's bar, the icon of the tab and the icons for a phone's home screen. The server writes
 * them into the first page; navigation to another competition changes them.
 */
export function applyLookToHead(code: string | undefined): void {
  const home = code ? `/${code}` : ''
  link('icon', code ? `${home}/icon.svg` : '/favicon.svg')
  link('apple-touch-icon', `${home}/apple-touch-icon.png`)
  link('manifest', `${home}/manifest.webmanifest`)
  const field = getComputedStyle(document.documentElement).getPropertyValue('--field').trim()
  document.head.querySelector('meta[name=theme-color]')?.setAttribute('content', field)
}

function link(rel: string, href: string): void {
  const there = document.head.querySelector<HTMLLinkElement>(`link[rel=${rel}]`)
  const element = there ?? document.head.appendChild(Object.assign(document.createElement('link'), { rel }))
  if (element.getAttribute('href') !== href) element.href = href
}
