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
    /** The title of the section while it is not open yet. */
    soon?: string
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
  /** What the router keeps of the page beside its name. */
  about?: Omit<StaticDataRouteOption, 'name'>
}

/** One page: its path below the parent, its component, and its guards in order. */
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

/** A route without a page of its own: it guards its children and may have a layout around them. */
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
