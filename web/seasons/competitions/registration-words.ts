import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import type { Competition } from './queries.ts'

type Registration = Pick<Competition, 'registration_open' | 'registration_opens' | 'registration_ends' | 'door'>

/** «Регистрация открыта до 01.12.2026» and the like, or what the person already is in the competition. */
export function registrationWords({ registration_open, registration_opens, registration_ends, door }: Registration) {
  if (door) return door === 'supporter' ? 'Вы сторонник' : 'Вы участвуете'
  if (registration_open) return `Регистрация открыта${dayAfter(' до ', registration_ends)}`
  return registration_opens ? `Регистрация откроется${dayAfter(' ', registration_opens)}` : 'Регистрация закрыта'
}

function dayAfter(words: string, wire: string | null): string {
  const day = wire === null ? null : parseWire(wire)
  return day ? `${words}${showDate(day)}` : ''
}
