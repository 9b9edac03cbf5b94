import { type RegisteredRouter, type RouteById, useSearch } from '@tanstack/react-router'

type Name = keyof RouteById<RegisteredRouter['routeTree'], '__root__'>['types']['fullSearchSchema']

/** One parameter of the address's query; empty where there is none. Everything in a query is text. */
export const useSearchText = (name: Name): string => useSearch({ from: '__root__' })[name] ?? ''
