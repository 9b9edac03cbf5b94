import type { ReactNode } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import type { List } from '#web/platform/navigation/use-list.ts'
import styles from './PagedList.module.css'
import { Pagination } from './Pagination.tsx'
import { type Loaded, QueryStates } from './QueryStates.tsx'

/** What `useQuery` gives for a page of a list. */
interface LoadedPage<Data> extends Loaded<Data> {
  /** What was asked for before is still shown. */
  isPlaceholderData?: boolean
}

interface PagedListProps<Data> {
  of: LoadedPage<Data>
  list: List<object>
  /** How many rows a page has. */
  size: number
  /** «Загружаем команды…» and «Команды не загрузились»; none inside a part that waits for the same answer. */
  loading?: string
  failed?: string
  /** The name of the pages: «Страницы команд». */
  label?: string
  /** Said when there is nothing yet, and when the filters leave nothing. */
  empty?: ReactNode
  nothing?: ReactNode
  lines?: number
  height?: string
  level?: 2 | 3
  /** A failure that has words of its own. */
  failure?: (error: unknown) => ReactNode
  /** The list is one element. */
  children: (data: Data) => ReactNode
}

/** A list that comes by pages: loading, failed, empty, nothing found, and the pages. */
export function PagedList<Data extends { count: number }>(props: PagedListProps<Data>) {
  const { of, list, size, label, empty = null, nothing = empty, children, loading, failed, ...states } = props
  const shown = (data: Data) => (
    <div className={styles.list} aria-busy={of.isPlaceholderData || undefined}>
      {data.count > 0 ? children(data) : said(list.narrowed ? nothing : empty)}
      <Pagination
        page={list.asked.page}
        pages={Math.ceil(data.count / size)}
        onChange={(page) => list.ask({ page })}
        onPastEnd={(page) => of.isPlaceholderData || list.ask({ page }, { replace: true })}
        {...(label && { label })}
      />
    </div>
  )
  if (loading === undefined || failed === undefined) return of.data === undefined ? null : shown(of.data)
  return (
    <QueryStates of={[of]} loading={loading} failed={failed} {...states}>
      {shown}
    </QueryStates>
  )
}

const said = (words: ReactNode) => (typeof words === 'string' ? <p className={styles.quiet}>{words}</p> : words)

/** «12 команд»; nothing while the number is that of another filter. */
export const countOf = (
  { data, isPlaceholderData }: LoadedPage<{ count: number }>,
  ...forms: [one: string, few: string, many: string]
): string => (data && !isPlaceholderData ? counted(data.count, ...forms) : '')
