import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Download from 'lucide-react/icons/download'
import { type CSSProperties, createContext, type KeyboardEvent, type ReactNode, use, useRef, useState } from 'react'
import { type CsvCell, csvLine, csvStart } from '#shared/platform/text/csv.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { saveFile } from '#web/platform/api/save-file.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import styles from './DataTable.module.css'
import { Facts } from './Facts.tsx'
import { ScrollBox } from './ScrollBox.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** A column. The first one names the row. */
export interface Column<Row> {
  /** Its head, and the label of a value where a row is a card. */
  title: string
  /** The head where it is more than the title. */
  head?: ReactNode
  /** What sorts the rows and goes into the file; shown too, unless `cell` shows more. */
  value?: (row: Row) => CsvCell
  cell?: (row: Row) => ReactNode
  /** Numbers are on the right; words take the whole width of a card; the head of acts is only read out. */
  kind?: 'number' | 'words' | 'acts' | undefined
  /** The share of the width, in percent. */
  width?: number
  /** A card leaves out the value of such a row. */
  none?: (row: Row) => boolean
}

/** The rows that are ticked. Their checkbox is in `Who`. */
export interface Selection<Row> {
  chosen: { has: (key: number) => boolean }
  onChoose: (keys: number[], add: boolean) => void
  keyOf: (row: Row) => number
  /** Which rows can be ticked; all without it. */
  may?: (row: Row) => boolean
}

interface DataTableProps<Row> {
  /** The name of the table: seen above it when `titled`, otherwise only read out. */
  label: string
  titled?: boolean
  columns: readonly (Column<Row> | false | null)[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Rows of one group stand together below its title. */
  groupOf?: (row: Row) => { id: string | number; title: string }
  /** A row that stands out. */
  marked?: (row: Row) => boolean
  /**
   * Where it is narrow: a row becomes a card (usual for many columns), what is compared stands side by side below its
   * title, the table scrolls in its box, or it fits as it is (usual for up to three). `blocks` are cards everywhere.
   */
  narrow?: 'cards' | 'beside' | 'scroll' | 'fit' | 'blocks'
  /** All rows are here, not a page of them: pressing a head sorts them. It is the name of the order in the address. */
  sorts?: string | undefined
  /** So many rows are seen at a glance; a button shows the others. */
  first?: number
  /** The name of the file in which all rows can be downloaded. */
  file?: string
  selection?: Selection<Row> | null | undefined
  className?: string | undefined
}

/** From the least, or from the greatest. */
type Way = 1 | -1

/** The only table of the portal: columns are values, and how it is sorted, ticked, read out and shown narrow comes with it. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, titled = false, rows, keyOf, groupOf, marked, sorts, first, file, selection, className } = props
  const columns = props.columns
    .filter((column) => column !== false && column !== null)
    .map((column, at) => ({ ...column, key: `${at} ${column.title}` }))
  const values = columns.filter(({ kind }) => kind === undefined || kind === 'number')
  const { narrow = columns.length > 3 || columns.some(({ kind }) => kind) ? 'cards' : 'fit' } = props
  // The number of the column, with a minus from the greatest.
  const order = useList(sorts ?? 'table', { sort: '' })
  const [, turned, place] = (sorts && /^(-?)(\d+)$/.exec(order.asked.sort)) || []
  const by = columns[Number(place)]?.value
  const way: Way = turned ? -1 : 1
  const sorted = by ? rows.toSorted((one, other) => way * compared(by(one), by(other))) : rows
  const [whole, setWhole] = useState(first === undefined)
  const shown = whole ? sorted : sorted.slice(0, first)
  const ticking = useTicking(shown, selection)
  const table = (
    <table
      className={styles.table}
      data-narrow={narrow}
      data-many={values.length > 5 || undefined}
      style={{ '--values': Math.max(1, values.length - 1) } as CSSProperties}
      onClickCapture={ticking.onClickCapture}
      onKeyDown={ticking.onKeyDown}
    >
      <caption>{titled ? label : <VisuallyHidden>{label}</VisuallyHidden>}</caption>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <Head
              key={column.key}
              column={column}
              way={by && at === Number(place) ? way : null}
              onSort={
                sorts !== undefined && column.value !== undefined
                  ? (next) => order.ask({ sort: next ? `${next < 0 ? '-' : ''}${at}` : '' }, { replace: true })
                  : null
              }
            />
          ))}
        </tr>
      </thead>
      {groupsOf(shown, groupOf).map(({ group, members }) => (
        <tbody key={group?.id ?? ''}>
          {group && (
            <tr>
              <th scope="rowgroup" colSpan={columns.length}>
                {group.title}
              </th>
            </tr>
          )}
          {members.map((row) => (
            <tr key={keyOf(row)} data-marked={marked?.(row) || undefined}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.key} scope="row">
                    <Tick value={ticking.of(row)}>{named(shownIn(column, row))}</Tick>
                  </th>
                ) : (
                  <td
                    key={column.key}
                    data-kind={column.kind}
                    data-label={column.kind === 'acts' ? undefined : column.title}
                    data-none={column.none?.(row) || undefined}
                  >
                    {column.kind === 'acts' ? (
                      <div className={styles.acts}>{shownIn(column, row)}</div>
                    ) : (
                      shownIn(column, row)
                    )}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
  return (
    <div className={`${styles.box} ${narrow === 'scroll' ? '' : (className ?? '')}`} data-narrow={narrow}>
      {narrow === 'scroll' ? (
        <ScrollBox label={label} className={className}>
          {table}
        </ScrollBox>
      ) : (
        table
      )}
      {(shown.length < rows.length || file) && (
        <div className={styles.under}>
          {shown.length < rows.length && (
            <Button kind="quiet" size="s" flush onClick={() => setWhole(true)}>
              Показать все: {rows.length}
            </Button>
          )}
          {file && <DownloadButton name={file} columns={columns} rows={sorted} />}
        </div>
      )}
    </div>
  )
}

interface WhoProps {
  name: string
  /** The public number of the account. */
  id?: number | null | undefined
  /** Short facts in the line of the number. */
  about?: readonly ReactNode[]
  /** What else is said, below. */
  children?: ReactNode
}

/** The name of a row with its number, and the checkbox where rows are ticked. */
export function Who({ name, id, about = [], children }: WhoProps) {
  const tick = use(Tick)
  const facts = [id != null && idNumber(id), ...about]
  const line = facts.some(Boolean) && <Facts of={facts} />
  return (
    <span className={styles.who}>
      {tick ? (
        <Checkbox
          name={`row-${tick.key}`}
          setting
          label={<bdi>{name}</bdi>}
          hint={line}
          value={tick.on}
          onChange={tick.onChange}
        />
      ) : (
        <>
          <bdi>{name}</bdi>
          {line && <Quiet>{line}</Quiet>}
        </>
      )}
      {children}
    </span>
  )
}

/** A line of less weight in a cell. */
export const Quiet = ({ children }: { children: ReactNode }) => <span className={styles.quiet}>{children}</span>

/** Several lines in a cell, such as what somebody wrote. */
export const Lines = ({ children }: { children: ReactNode }) => <span className={styles.lines}>{children}</span>

/** The rows that are ticked, also those of other pages. */
export function useTicked() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  return {
    chosen,
    setChosen: (keys: readonly number[]) => setChosen(new Set(keys)),
    onChoose: (keys: readonly number[], add: boolean) =>
      setChosen((now) => new Set(add ? [...now, ...keys] : [...now].filter((key) => !keys.includes(key)))),
  }
}

const Tick = createContext<{ key: number; on: boolean; onChange: (on: boolean) => void } | null>(null)

/** Ticks: Space and the mouse tick a row, with Shift all from the row before; arrows go to the next one. */
function useTicking<Row>(rows: readonly Row[], selection: Selection<Row> | null | undefined) {
  const last = useRef<number>(undefined)
  const withShift = useRef(false)
  const { may = () => true } = selection ?? {}
  const open = selection ? rows.filter(may).map(selection.keyOf) : []
  function choose(key: number, add: boolean) {
    const [from, to] = [open.indexOf(last.current ?? key), open.indexOf(key)].toSorted((one, other) => one - other)
    last.current = key
    selection?.onChoose(withShift.current && from !== -1 ? open.slice(from, (to ?? 0) + 1) : [key], add)
  }
  return {
    of: (row: Row) => {
      if (!selection || !may(row)) return null
      const key = selection.keyOf(row)
      return { key, on: selection.chosen.has(key), onChange: (on: boolean) => choose(key, on) }
    },
    onClickCapture: (event: { shiftKey: boolean }) => {
      withShift.current = event.shiftKey
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('tbody th input[type=checkbox]')]
      const at = boxes.indexOf(event.target as HTMLInputElement)
      if (step === 0 || at === -1) return
      event.preventDefault()
      boxes[at + step]?.focus()
    },
  }
}

interface HeadProps<Row> {
  column: Column<Row>
  /** How the rows are sorted by this column. */
  way: Way | null
  onSort: ((way: Way | null) => void) | null
}

function Head<Row>({ column: { title, head = title, kind, width }, way, onSort }: HeadProps<Row>) {
  if (title === '') return <td />
  if (kind === 'acts')
    return (
      <td>
        <VisuallyHidden>{title}</VisuallyHidden>
      </td>
    )
  // The greatest numbers first, and words from the first letter; pressed again it turns, and then the order is as it was.
  const first: Way = kind === 'number' ? -1 : 1
  const next: Way | null = way === null ? first : way === first ? (first === 1 ? -1 : 1) : null
  return (
    <th
      scope="col"
      data-kind={kind}
      style={width ? ({ '--column': `${width}%` } as CSSProperties) : undefined}
      aria-sort={way ? (way === 1 ? 'ascending' : 'descending') : undefined}
    >
      {onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(next)}>
          {head}
          {way && (way === 1 ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />)}
        </button>
      ) : (
        head
      )}
    </th>
  )
}

interface DownloadButtonProps<Row> {
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

function DownloadButton<Row>({ name, columns, rows }: DownloadButtonProps<Row>) {
  const kept = columns.flatMap(({ title, value }) => (value ? [{ title, value }] : []))
  const save = () => {
    const lines = [kept.map(({ title }) => title), ...rows.map((row) => kept.map(({ value }) => value(row)))]
    saveFile(new Blob([csvStart, ...lines.map(csvLine)], { type: 'text/csv' }), `${name}.csv`)
  }
  return (
    <Button kind="quiet" size="s" flush icon={<Download aria-hidden="true" />} onClick={save}>
      Скачать таблицей
    </Button>
  )
}

const russian = new Intl.Collator('ru', { numeric: true })

/** Empty values are the least. */
function compared(one: CsvCell, other: CsvCell): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (one === null || other === null) return Number(other === null) - Number(one === null)
  return russian.compare(String(one), String(other))
}

function shownIn<Row>({ value, cell }: Column<Row>, row: Row): ReactNode {
  if (cell) return cell(row)
  const bare = value?.(row) ?? null
  return bare === null ? '—' : typeof bare === 'number' ? bare.toLocaleString('ru') : bare
}

/** A name may be written from right to left. */
const named = (shown: ReactNode) => (typeof shown === 'string' ? <bdi>{shown}</bdi> : shown)

interface Group<Row> {
  group: { id: string | number; title: string } | null
  members: Row[]
}

function groupsOf<Row>(rows: readonly Row[], groupOf: DataTableProps<Row>['groupOf']): Group<Row>[] {
  if (!groupOf) return [{ group: null, members: [...rows] }]
  const groups = new Map<string | number, Group<Row>>()
  for (const row of rows) {
    const group = groupOf(row)
    const known = groups.get(group.id)
    if (known) known.members.push(row)
    else groups.set(group.id, { group, members: [row] })
  }
  return [...groups.values()]
}
