import type { ReactNode } from 'react'
import { limits } from '#web/platform/limits.ts'
import type { List } from '#web/platform/navigation/use-list.ts'
import { useAskedText } from '#web/platform/use-asked-text.ts'
import { Checkbox } from './Checkbox.tsx'
import styles from './PagedList.module.css'
import { Select } from './Select.tsx'
import { TextField } from './TextField.tsx'

/** The filters of a list beside each other. */
export const ListFilters = ({ children }: { children: ReactNode }) => <div className={styles.filters}>{children}</div>

interface ListSearchProps {
  list: List<{ search: string }>
  label: string
  name: string
  hint?: string
  maxLength?: number
}

/** The search of a list: it begins once the typing pauses, and makes one step for Back. */
export function ListSearch({ list, ...field }: ListSearchProps) {
  const [typed, setTyped] = useAskedText(
    list.asked.search,
    (search) => list.ask({ search }, { replace: true }),
    limits.typingMs,
  )
  return <TextField type="search" autoComplete="off" value={typed} onChange={setTyped} {...field} />
}

interface ListChoiceProps<Part extends string> {
  list: List<Record<Part, string>>
  part: Part
  label: string
  name: string
  /** The choice that leaves nothing out. */
  all?: string
  options: readonly { value: string; label: string }[]
}

/** One filter of a list out of a few. */
export function ListChoice<Part extends string>({ list, part, options, all, ...field }: ListChoiceProps<Part>) {
  return (
    <Select
      {...field}
      value={list.asked[part]}
      options={all === undefined ? options : [{ value: '', label: all }, ...options]}
      onChange={(value) => list.ask({ [part]: value } as never)}
    />
  )
}

interface ListSwitchProps<Part extends string> {
  list: List<Record<Part, boolean>>
  part: Part
  label: string
  name: string
}

/** A filter of a list that is on or off. */
export function ListSwitch<Part extends string>({ list, part, ...field }: ListSwitchProps<Part>) {
  return <Checkbox {...field} setting value={list.asked[part]} onChange={(on) => list.ask({ [part]: on } as never)} />
}
