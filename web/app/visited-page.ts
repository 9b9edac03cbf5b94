/** A page as its route and its address name it. */
export interface VisitedPage {
  /** The kind of stage that the route is for; none for other pages. */
  type: string | undefined
  competition?: string
  track?: string
  /** The code of the stage, where the address has one. */
  stage?: string
}

let visited: VisitedPage | null = null

/** The page that is open. Set when a navigation has ended. */
export function rememberPage(page: VisitedPage | null): void {
  visited = page
}

export const visitedPage = (): VisitedPage | null => visited
