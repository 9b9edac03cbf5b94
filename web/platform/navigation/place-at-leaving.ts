/** Where the person was on a page when they left its step of the browser's history. */
export interface PlaceAtLeaving {
  top: number
  /** The link in the page that had the focus: its address, and which it is of the links with this address. */
  link: { to: string; index: number } | null
}

const places = new Map<string | undefined, PlaceAtLeaving>()

/** `step` is the router's key of it. */
export const notePlace = (step: string | undefined, place: PlaceAtLeaving) => places.set(step, place)

/** Undefined for a step that nobody has left: a link has just opened it. */
export const placeAtLeaving = (step: string | undefined) => places.get(step)
