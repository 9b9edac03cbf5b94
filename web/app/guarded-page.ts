import {
  type AnyRoute,
  createRoute,
  type ParsedLocation,
  redirect,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import type { StageStatus } from '#shared/stages/status.ts'
import type { LazyPage } from '#web/platform/navigation/lazy-page.tsx'
import { fetchLook } from './guard-route.ts'
import type { Decision } from './guards/decision.ts'
import { RouteFailure } from './route-failure.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    name?: string
    /** The kind of stage whose page this is. */
    stageType?: string
    /** Statuses that send the person from this stage page to the track page. */
    blockOn?: readonly StageStatus[]
    /** What the section will be, while it is being built. */
    soon?: string
  }
}

/** What a guard is given of the place that is being opened. */
export interface Place {
  name: string
  params: Record<string, string | undefined>
  search: Record<string, unknown>
  location: ParsedLocation
  /** A preload may look and fetch, but must leave no trace. */
  preload: boolean
}
export type Guard = (place: Place) => Decision | Promise<Decision>

interface PageOptions {
  name: string
  page: LazyPage
  guards?: Guard[]
  /** What the router keeps of the page beside its name. */
  about?: Omit<StaticDataRouteOption, 'name'>
}

/** One page: its address below the parent, its name, and the guards that are asked in turn. */
export function page<Parent extends AnyRoute>(parent: Parent, path: string, options: PageOptions) {
  const { name, guards = [], about } = options
  return createRoute({
    getParentRoute: () => parent as AnyRoute,
    path,
    staticData: { name, ...about },
    beforeLoad: async ({ params, search, location, preload }) => {
      for (const guard of guards) obey(await guard({ name, params, search, location, preload }))
    },
    loader: async ({ params, location }) => {
      const { competition } = params as Record<string, string | undefined>
      await Promise.all([options.page.load(), fetchLook(location, competition)])
    },
    component: options.page.Page,
  })
}

function obey(decision: Decision): void {
  if ('status' in decision) throw new RouteFailure(decision.status, decision.message)
  if ('to' in decision)
    throw redirect({ to: decision.to, ...(decision.hash ? { hash: decision.hash } : {}), replace: true })
}

/** A place that only holds others, guarded once for all of them, with a layout around them where there is one. */
export function section<Parent extends AnyRoute>(parent: Parent, path: string, guard?: Guard, layout?: LazyPage) {
  return createRoute({
    getParentRoute: () => parent as AnyRoute,
    path,
    ...(layout && { loader: layout.load, component: layout.Page }),
    ...(guard && {
      beforeLoad: async ({ params, search, location, preload }) =>
        obey(await guard({ name: '', params, search, location, preload })),
    }),
  })
}
