/** The address with a broken «%» taken as the sign itself: nobody's slip of the pen is answered by the framework's own words. */
export function readableAddress(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
