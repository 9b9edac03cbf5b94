import {
  type AnyRoute,
  createRoute,
  type ParsedLocation,
  redirect,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import type { StageStatus } from '#shared/stages/status.ts'
import { loadChrome } from '#web/app/chrome/late-chrome.ts'
import { entranceNames } from '#web/app/guards/authenticated.ts'
import type { Decision } from '#web/app/guards/decision.ts'
import type { LazyPage } from '#web/platform/navigation/lazy-page.tsx'
import { withoutLists } from '#web/platform/navigation/use-list.ts'
import { fetchLook } from './guard-route.ts'
import { RouteFailure } from './route-failure.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    name?: string
    /** The kind of stage whose page this is. */
    stageType?: string
    /** Statuses that send the person from this stage page to the track page. */
    blockOn?: readonly StageStatus[]
  }
}

/** What a guard knows of the page that is being opened. */
export interface Place {
  name: string
  params: Record<string, string | undefined>
  search: Record<string, unknown>
  location: ParsedLocation
  /** A preload may load data but must not change anything. */
  preload: boolean
}
export type Guard = (place: Place) => Decision | Promise<Decision>

interface PageOptions {
  name: string
  page: LazyPage
  guards?: Guard[]
  /** What the router keeps of the page besides its name. */
  about?: Omit<StaticDataRouteOption, 'name'>
}

/**
 * What the router passes for an address that is being opened. Each route types its own parts, so here they are unknown.
 */
interface Arrival {
  params: unknown
  search: unknown
  location: ParsedLocation
  preload: boolean
  cause: 'enter' | 'stay' | 'preload'
}

/** The texts among the parts of an address, by name. */
export const textsOf = (parts: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(parts)).filter((part): part is [string, string] => typeof part[1] === 'string'),
  )

const placeOf = (name: string, { params, search, location, preload }: Arrival): Place => ({
  ...{ name, location, preload },
  params: textsOf(params),
  search: textsOf(search),
})

/**
 * The page that was opened last, without its step and what is asked of its lists: a change of those runs no guards, so
 * nobody is sent away from what they are filling in.
 */
let opened = ''

const pageOf = ({ location: { pathname, hash }, search: { step: _step, ...search } }: Place) =>
  JSON.stringify([pathname, hash, withoutLists(search)])

/** One page: its path below the parent, its component, and its guards in order. */
export function page<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  { name, page: { load, Page }, guards = [], about }: PageOptions,
) {
  return createRoute<unknown, Parent, Path>({
    getParentRoute: () => parent,
    path,
    staticData: { name, ...about },
    beforeLoad: async (arrival: Arrival) => {
      const place = placeOf(name, arrival)
      const same = arrival.cause === 'stay' && pageOf(place) === opened
      if (!place.preload) opened = pageOf(place)
      if (!same) for (const guard of guards) obey(await guard(place))
    },
    loader: async ({ params, location }: Pick<Arrival, 'params' | 'location'>) => {
      await Promise.all([
        load(),
        fetchLook(location, textsOf(params).competition),
        entranceNames.includes(name) || loadChrome(),
      ])
    },
    component: Page,
  })
}

function obey(decision: Decision): void {
  if ('status' in decision) throw new RouteFailure(decision.status, decision.message)
  if ('to' in decision)
    throw redirect({ to: decision.to, ...(decision.hash ? { hash: decision.hash } : {}), replace: true })
}

/** A route without a page of its own: it guards its children and may have a layout around them. */
export function section<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  guard?: Guard,
  layout?: LazyPage,
) {
  return createRoute<unknown, Parent, Path>({
    getParentRoute: () => parent,
    path,
    ...(layout && { loader: layout.load, component: layout.Page }),
    ...(guard && { beforeLoad: async (arrival: Arrival) => obey(await guard(placeOf('', arrival))) }),
  })
}
