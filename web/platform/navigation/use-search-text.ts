import { useSearch } from '@tanstack/react-router'

/** One parameter of the address's query; empty where there is none. Everything in a query is text. */
export const useSearchText = (name: string): string =>
  useSearch({ strict: false, select: (search: Record<string, string | undefined>) => search[name] ?? '' })
