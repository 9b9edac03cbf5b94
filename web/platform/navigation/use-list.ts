import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

type Value = string | number | boolean | null
type Filters<Of> = { [Part in keyof Of]: Value }
type Asked<Of> = Of & { page: number }

/** What a list is asked for: its filters and its page. */
export interface List<Of> {
  asked: Asked<Of>
  /** Another filter begins at the first page. `replace`: Back does not return to what was asked before. */
  ask(change: Partial<Asked<Of>>, how?: { replace?: boolean }): void
  /** Whether a filter leaves something out. */
  narrowed: boolean
}

/**
 * A list whose filters and page are in the address: it can be sent to a colleague, Back and Forward work, and a reload
 * shows the same. `first` are the filters of the plain address. A list beside others on its page has a name; the main
 * list of a page has none.
 */
export function useList<Of extends Filters<Of>>(name: string, first: Of): List<Of> {
  const navigate = useNavigate()
  const texts = useSearch({ from: '__root__' }) as Record<string, string | undefined>
  const whole: Asked<Of> = { ...first, page: 1 }
  const nameOf = (part: string) => (name === '' ? part : `${name}${mark}${part}`)
  const asked = Object.fromEntries(
    Object.entries<Value>(whole as never).map(([part, usual]) => [part, read(texts[nameOf(part)], usual)]),
  ) as Asked<Of>
  return {
    asked,
    narrowed: isNarrowed(asked, first),
    ask: (change, { replace = false } = {}) => {
      const search = (before: Record<string, string>) => {
        const next = { ...before }
        for (const [part, value] of Object.entries<Value>({ page: 1, ...(change as object) }))
          if (value === (whole as Record<string, Value>)[part]) delete next[nameOf(part)]
          else next[nameOf(part)] = String(value)
        return next
      }
      void navigate({ to: '.', hash: true, replace, search } as never)
    },
  }
}

/** A list of a dialog, which is forgotten with it. */
export function useListHere<Of extends Filters<Of>>(first: Of): List<Of> {
  const [asked, setAsked] = useState<Asked<Of>>({ ...first, page: 1 })
  return {
    asked,
    narrowed: isNarrowed(asked, first),
    ask: (change) => setAsked((now) => ({ ...now, page: 1, ...change })),
  }
}

/** Between the name of a list and the part that is asked for. */
const mark = '.'

/** A query without what is asked of lists: these parts open no other page. */
export const withoutLists = (search: object): object =>
  Object.fromEntries(
    Object.entries(search).filter(([name]) => name !== 'page' && name !== 'search' && !name.includes(mark)),
  )

const isNarrowed = (asked: object, first: object) =>
  Object.entries(first).some(([part, usual]) => (asked as Record<string, Value>)[part] !== usual)

function read(text: string | undefined, usual: Value): Value {
  if (text === undefined) return usual
  if (typeof usual === 'string') return text
  if (typeof usual === 'boolean') return text === 'true'
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : usual
}
