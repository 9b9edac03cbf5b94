import { formatWire } from '#shared/platform/time/moscow.ts'
import type { DoorList, DoorPerson, KeptMark } from '#web/accounts/auth/door-store.ts'

/** Hex SHA-256, as the server gives it for every ticket. */
export async function hashOf(ticket: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ticket))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The list with the marks that the server does not know yet. */
export function withMarks({ people }: DoorList, marks: readonly KeptMark[]): DoorPerson[] {
  return marks.reduce<DoorPerson[]>((list, mark) => applied(list, mark), people)
}

function applied(list: DoorPerson[], { mark, test_id, slot_id, at }: KeptMark): DoorPerson[] {
  const known = list.find((person) => person.test_id === test_id)
  const marked_at = formatWire(new Date(at))
  if (!known)
    return mark === 'walk_in'
      ? [
          ...list,
          {
            ...{ test_id, slot_id, marked_at, state: 'attended', walk_in: true, ticket_hash: '' },
            name: `Участник ${test_id}`,
          },
        ]
      : list
  if (mark === 'undone' && known.walk_in) return list.filter((person) => person !== known)
  const state = mark === 'absent' ? 'no_show' : mark === 'undone' ? 'confirmed' : 'attended'
  return list.map((person) =>
    person === known ? { ...person, state, marked_at: state === 'confirmed' ? null : marked_at } : person,
  )
}

/** People whose name or number has these letters. */
export function searchPeople(people: readonly DoorPerson[], typed: string): DoorPerson[] {
  const words = plain(typed).split(' ').filter(Boolean)
  return people.filter(({ name, test_id }) => {
    const text = plain(`${name} ${test_id}`)
    return words.every((word) => text.includes(word))
  })
}

const plain = (text: string) => text.trim().toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ')

export const isTicket = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text.trim().toLowerCase())
