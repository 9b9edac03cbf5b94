import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import type { RegistrationForm } from './queries.ts'

/** «8 этапов, с 01.12.2026 до 15.05.2027»; an unknown date is left out. */
export function trackFacts({ stages, opens_at, closes_at }: RegistrationForm['tracks'][number]): string {
  const day = (wire: string | null) => {
    const at = wire === null ? null : parseWire(wire)
    return at && showDate(at)
  }
  const [from, until] = [day(opens_at), day(closes_at)]
  return [
    stages > 0 ? counted(stages, 'этап', 'этапа', 'этапов') : '',
    [from && `с ${from}`, until && `до ${until}`].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ')
}
