/** Where a step of the browser's history was left. */
export interface LeftPlace {
  top: number
  /** The address of the link in the page that had the focus. */
  link: string | null | undefined
}

const places = new Map<string | undefined, LeftPlace>()

export const noteLeft = (step: string | undefined, place: LeftPlace) => places.set(step, place)

/** Undefined for a step that was never left: a link has just opened it. `step` is the router's key of it. */
export const leftPlace = (step: string | undefined) => places.get(step)
