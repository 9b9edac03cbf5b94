/** What a competition says about its look. */
export interface Dressed {
  code: string
  theme: string
  layout: string
}

/**
 * The folder of web/themes that lays out and draws a competition: the one of its own code; without one, the layout that
 * the organiser named.
 */
export function lookOf(competition: Dressed | undefined, isLook: (code: string) => boolean): string {
  const { code = '', layout = '' } = competition ?? {}
  return [code, layout].find(isLook) ?? 'default'
}

/** The folder whose colours it wears: the theme that the organiser chose; without a choice, those of its look. */
export function coloursOf(competition: Dressed | undefined, isLook: (code: string) => boolean): string {
  const theme = competition?.theme ?? 'default'
  return theme !== 'default' && isLook(theme) ? theme : lookOf(competition, isLook)
}
