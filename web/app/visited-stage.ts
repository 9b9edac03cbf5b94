let visited: string | null = null

/** The code of the stage whose page is open, or null on any other page. Set once a navigation has ended. */
export function rememberStagePage(code: string | null): void {
  visited = code
}

export const previousStageCode = (): string | null => visited
