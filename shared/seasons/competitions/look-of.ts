/** The columns of a competition that decide its look. */
export interface LookSource {
  code: string
  theme: string
  layout: string
}

/**
 * The folder of web/seasons/themes that draws a competition: the one named after its code, otherwise the layout that the
 * organiser chose.
 */
export function lookOf(competition: LookSource | undefined, isLook: (code: string) => boolean): string {
  const { code = '', layout = '' } = competition ?? {}
  return [code, layout].find(isLook) ?? 'default'
}

/** The folder whose colours the competition has: the theme that the organiser chose, otherwise its own. */
export function coloursOf(competition: LookSource | undefined, isLook: (code: string) => boolean): string {
  const theme = competition?.theme ?? 'default'
  return theme !== 'default' && isLook(theme) ? theme : lookOf(competition, isLook)
}
