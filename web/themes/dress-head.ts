/**
 * What the browser shows around the page: the colour of its bar and the icon of its tab, and what is kept on the first
 * screen of a phone. The server writes it into the first page; whoever goes on to another competition takes it along.
 */
export function dressHead(code: string | undefined): void {
  link('icon', code ? `/${code}/icon.svg` : '/favicon.svg')
  link('apple-touch-icon', code && `/${code}/apple-touch-icon.png`)
  link('manifest', code && `/${code}/manifest.webmanifest`)
  const field = getComputedStyle(document.documentElement).getPropertyValue('--field').trim()
  document.head.querySelector('meta[name=theme-color]')?.setAttribute('content', field)
}

function link(rel: string, href: string | undefined): void {
  const there = document.head.querySelector<HTMLLinkElement>(`link[rel=${rel}]`)
  if (!href) {
    there?.remove()
    return
  }
  const element = there ?? document.head.appendChild(Object.assign(document.createElement('link'), { rel }))
  if (element.getAttribute('href') !== href) element.href = href
}
