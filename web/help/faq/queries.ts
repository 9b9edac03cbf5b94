import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { inReadingOrder, type Nested } from '#shared/help/faq/tree.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { sectionPath } from '#web/seasons/console/sections.ts'

export interface HelpArticle {
  id: number
  parent_id: number | null
  alias: string
  title: string
  path: string
  sort: number
  published: boolean
  parents: { id: number; title: string; path: string }[]
  feedback?: { yes: number; no: number }
}
export type HelpNode = Nested<HelpArticle>

export interface Help {
  articles: HelpNode[]
  version: number
  mayEdit: boolean
  /** The list could not be loaded and is therefore empty. */
  failed: boolean
}

const empty: Help = { articles: [], version: 0, mayEdit: false, failed: true }

/** The path of the open article as the address has it; empty on the page of all articles. */
export function useHelpPath(): string {
  const inHelp = useParams({ from: '/$competition/faq/$', shouldThrow: false })
  const inConsole = useParams({ from: '/admin/$competition/help/$', shouldThrow: false })
  return (inHelp ?? inConsole)?._splat ?? ''
}

/** The tree of articles without their texts. After a failure it is empty. */
export const helpQuery = (competition: string) =>
  queryOptions({
    queryKey: ['faq', competition, 'tree'],
    queryFn: async (): Promise<Help> => {
      try {
        const answer = await api('GET /faq-articles', {
          query: { competition_code: competition, tree: true, brief: true, limit: 500 },
        })
        return {
          articles: answer.articles as HelpNode[],
          version: answer.version,
          mayEdit: answer.may_edit,
          failed: false,
        }
      } catch {
        return empty
      }
    },
    staleTime: (query) => (query.state.data?.failed ? 0 : 60_000),
  })

/** Loads the help again after a change of an article or of their order. */
export const renewHelp = (competition: string) => queryClient.invalidateQueries({ queryKey: ['faq', competition] })

export const articleQuery = (competition: string, path: string) =>
  queryOptions({
    queryKey: ['faq', competition, 'article', path],
    queryFn: () => api('GET /faq-articles/article', { query: { competition_code: competition, path } }),
    staleTime: 60_000,
    retry: false,
  })
export type ArticlePage = Answer<'GET /faq-articles/article'>

/** Words that are too short are not searched for. */
export const minQueryLength = 2

export const searchQuery = (competition: string, query: string) =>
  queryOptions({
    queryKey: ['faq', competition, 'search', query],
    queryFn: ({ signal }) =>
      api('GET /faq-articles/search', { query: { competition_code: competition, query, limit: 10 }, signal }),
    enabled: query.length >= minQueryLength,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })

export const missesQuery = (competition: string, offset: number) =>
  queryOptions({
    queryKey: ['faq', competition, 'misses', offset],
    queryFn: () =>
      api('GET /admin/faq-articles/misses', { query: { competition_code: competition, limit: missesPage, offset } }),
    placeholderData: keepPreviousData,
  })
export const missesPage = 20

/** Whether the articles are read and edited as a section of the console. */
export const useInConsole = (): boolean =>
  useParams({ from: '/admin/$competition/help', shouldThrow: false }) !== undefined

/**
 * The address of an article, or without a path that of all articles: in the help or in the console, as on this page.
 */
export function useHelpAddress(competition: string): (path?: string) => string {
  const help = useInConsole() ? sectionPath('faq', competition) : `/${competition}/faq`
  return (path = '') => (path === '' ? help : `${help}/${path}`)
}

/** The previous and the next article in reading order. */
export function neighbours(articles: readonly HelpNode[], path: string): { before?: HelpNode; after?: HelpNode } {
  const all = inReadingOrder(articles).filter(({ published }) => published)
  const place = all.findIndex((article) => article.path === path)
  if (place < 0) return {}
  const [before, after] = [all[place - 1], all[place + 1]]
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) }
}
