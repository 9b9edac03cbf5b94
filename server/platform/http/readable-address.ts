/** Escapes broken «%» signs, so that a mistyped address gets our answer and not the framework's. */
export function readableAddress(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
