import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { maxMarksAtOnce } from '#shared/programme/bookings/limits.ts'
import { keepDoorHost } from '#web/accounts/auth/door-host.ts'
import { type DoorList, type DoorPerson, type KeptMark, storedDoor } from '#web/accounts/auth/door-store.ts'
import { onBack } from '#web/platform/messages/connection.ts'
import { withMarks } from './door-list.ts'
import { keepDoorPage } from './keep-door-page.ts'
import { doorQuery, sendMarks } from './queries.ts'

export interface Trouble {
  id: string
  words: string
}

interface Door {
  list: DoorList | null
  people: DoorPerson[]
  waiting: number
  offline: boolean
  /** Why there is no list: it was not loaded, and this device keeps none. */
  error: unknown
  troubles: readonly Trouble[]
  /** This browser stores nothing: unsent marks would be lost with the page. */
  storesNothing: boolean
  /** The page is stored on this device, too, and opens without a network. */
  opensOffline: boolean
  mark: (what: Omit<KeptMark, 'id' | 'at'>) => void
  repeat: () => void
}

/** Milliseconds between attempts to send the marks that wait. */
const pause = 20_000

/**
 * The list at the door with the marks of this device. Marks are stored first and then sent, repeatedly until they
 * arrive.
 */
export function useDoor(stageId: number, owner: number): Door {
  const queries = useQueryClient()
  const store = useMemo(() => storedDoor(`${owner} ${stageId}`), [owner, stageId])
  const query = useQuery(doorQuery(stageId))
  const [kept, setKept] = useState<DoorList | null>(null)
  const [marks, setMarks] = useState<readonly KeptMark[]>([])
  const [troubles, setTroubles] = useState<readonly Trouble[]>([])
  const [offline, setOffline] = useState(false)
  const [forgetful, setStoresNothing] = useState(false)
  const [opensOffline, setOpensOffline] = useState(false)
  const list = query.data ?? kept
  const waiting = useRef<readonly KeptMark[]>([])
  const sending = useRef(false)

  const change = useCallback((next: readonly KeptMark[]) => {
    waiting.current = next
    setMarks(next)
  }, [])

  const send = useCallback(async () => {
    if (sending.current || waiting.current.length === 0) return
    sending.current = true
    try {
      while (waiting.current.length > 0) {
        const batch = waiting.current.slice(0, maxMarksAtOnce)
        const { outcomes } = await sendMarks(stageId, batch)
        setOffline(false)
        const wrong = outcomes.flatMap(({ id, outcome }) => {
          const mark = batch.find((one) => one.id === id)
          return mark && outcome in troubleWords ? [{ id, words: troubleOf(mark, outcome) }] : []
        })
        if (wrong.length > 0) setTroubles((before) => [...before, ...wrong])
        // Sent marks go into the list at once: nobody looks unmarked while the list is loaded again, or when that
        // fails.
        const accepted = batch.filter(({ id }) => !wrong.some((one) => one.id === id))
        queries.setQueryData(doorQuery(stageId).queryKey, (list) =>
          list ? { ...list, people: withMarks(list, accepted) } : list,
        )
        await queries.refetchQueries({ queryKey: doorQuery(stageId).queryKey })
        const ids = batch.map(({ id }) => id)
        change(waiting.current.filter(({ id }) => !ids.includes(id)))
        await store.remove(ids).catch(() => undefined)
      }
    } catch {
      setOffline(true)
    } finally {
      sending.current = false
    }
  }, [stageId, queries, store, change])

  useEffect(() => {
    let wanted = true
    Promise.all([store.list(), store.waiting()]).then(
      ([list, left]) => {
        if (!wanted) return
        setKept(list ?? null)
        const known = new Set(waiting.current.map(({ id }) => id))
        change([...left.filter(({ id }) => !known.has(id)), ...waiting.current])
        void send()
      },
      () => setStoresNothing(true),
    )
    const timer = setInterval(() => void send(), pause)
    const stop = onBack(() => void send())
    return () => {
      wanted = false
      clearInterval(timer)
      stop()
    }
  }, [store, send, change])

  useEffect(() => {
    if (query.data) {
      setKept(query.data)
      store.keepList(query.data).catch(() => setStoresNothing(true))
      keepDoorHost(owner)
    }
  }, [query.data, store, owner])

  const hasList = list !== null
  useEffect(() => {
    let wanted = true
    if (hasList) void keepDoorPage().then((kept) => wanted && setOpensOffline(kept))
    return () => {
      wanted = false
    }
  }, [hasList])

  return {
    list,
    people: list ? withMarks(list, marks) : [],
    waiting: marks.length,
    offline: offline || query.isError,
    error: list ? null : query.error,
    troubles,
    storesNothing: forgetful,
    opensOffline: opensOffline && !forgetful,
    mark(what) {
      const mark = { ...what, id: crypto.randomUUID(), at: new Date().toISOString() }
      change([...waiting.current, mark])
      store.put(mark).then(
        () => send(),
        () => {
          setStoresNothing(true)
          void send()
        },
      )
    },
    repeat() {
      void query.refetch()
      void send()
    },
  }
}

const troubleWords: Record<string, string> = {
  unknown: 'такого участника в списке нет',
  no_walk_ins: 'без записи на это мероприятие не пускают',
}

const troubleOf = ({ test_id }: KeptMark, outcome: string) => `${idNumber(test_id)}: ${troubleWords[outcome]}`
