import { counted } from '#shared/platform/time/plural.ts'

/** The mark of a work from its assessments. */
export interface PeerMark {
  /** How many participants' totals count. */
  received: number
  /** How many experts have marked the work. */
  experts: number
  /** The mean of the participants' totals as they were given; null when no participant has marked the work. */
  raw: number | null
  /** The mark that counts. */
  balanced: number
}

/** The sentence with the result: the mark and how it came about. */
export function peerMarkInWords({ received, experts, balanced }: PeerMark): string {
  const points = `Итог — ${String(balanced).replace('.', ',')} из 100`
  if (experts > 0)
    return experts === 1
      ? `${points}: оценка эксперта, который проверил работу.`
      : `${points}: средняя оценка ${counted(experts, 'эксперта', 'экспертов', 'экспертов')}, которые проверили работу.`
  if (received === 0) return `${points}: работу оценили эксперты.`
  const people = counted(received, 'участника', 'участников', 'участников')
  return `${points}: средняя оценка ${people}, выровненная по строгости и внимательности каждого.`
}
