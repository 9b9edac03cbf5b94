import { useState } from 'react'
import type { DoorPerson } from '#web/accounts/auth/door-store.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Door.module.css'
import { hashOf, isTicket } from './door-list.ts'
import { TicketScanner } from './TicketScanner.tsx'

interface DoorFinderProps {
  people: readonly DoorPerson[]
  typed: string
  onTyped: (typed: string) => void
  /** The person whose ticket was read; null for an unknown ticket. */
  onTicket: (person: DoorPerson | null) => void
}

/** Finds by name or number. A hand-held scanner types a ticket here; the camera reads it in a window. */
export function DoorFinder({ people, typed, onTyped, onTicket }: DoorFinderProps) {
  const [scans, setScans] = useState(false)
  const read = async (ticket: string) => {
    const hash = await hashOf(ticket.trim().toLowerCase())
    onTicket(people.find(({ ticket_hash }) => ticket_hash === hash) ?? null)
  }
  return (
    <form
      className={styles.finder}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTicket(typed)) return
        void read(typed)
        onTyped('')
      }}
    >
      <TextField
        name="door-find"
        label="Билет, фамилия или ID"
        type="search"
        error={null}
        value={typed}
        onChange={onTyped}
      />
      <Button kind="secondary" onClick={() => setScans(true)}>
        Сканировать камерой
      </Button>
      {scans && (
        <TicketScanner
          onRead={(text) => {
            setScans(false)
            if (isTicket(text)) void read(text)
            else onTicket(null)
          }}
          onClose={() => setScans(false)}
        />
      )}
    </form>
  )
}
