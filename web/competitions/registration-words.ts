import { parseWire, showDate } from '#shared/time/moscow.ts'
import type { Competition } from './queries.ts'

/** «Регистрация открыта до 01.12.2026», of a competition that can be entered, or what the person is in it. */
export function registrationWords({ registration_ends, door }: Competition): string {
  if (door) return door === 'supporter' ? 'Вы сторонник' : 'Вы участвуете'
  const ends = registration_ends === null ? null : parseWire(registration_ends)
  return ends ? `Регистрация открыта до ${showDate(ends)}` : 'Регистрация открыта'
}
