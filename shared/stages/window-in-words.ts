import { showDateTime } from '#shared/platform/time/moscow.ts'
import { effectiveWindow, type Window, type WindowFacts, type WindowSource } from './window.ts'

/**
 * Explains the window of one person to an organiser, step by step: the dates of the stage, then each change for this
 * person. Dates of the track that change nothing are left out; local time or an extension that changes nothing is
 * marked so.
 */
export function windowInWords(source: WindowSource, person: WindowFacts, region: string | null): string[] {
  const base = { opensAt: source.opensAt, closesAt: source.closesAt }
  const noExtras = { ...person, groupExtendedUntil: null, extendedUntil: null, incidentMinutes: 0 }
  const ofTrack = effectiveWindow({ ...source, clock: 'moscow' }, noExtras)
  const ofClock = effectiveWindow(source, noExtras)
  const steps = [`По расписанию этапа: ${span(base)}`]
  if (!same(base, ofTrack)) steps.push(`У трека свои даты: ${span(ofTrack)}`)
  if (source.clock === 'participant')
    steps.push(
      same(ofTrack, ofClock)
        ? 'Этап идёт по местному времени; у участника оно московское или регион не указан'
        : `По местному времени (${region ?? 'регион участника'}): ${span(ofClock)}`,
    )
  if (ofClock.closesAt === null) return steps
  const end = ofClock.closesAt
  const { groupExtendedUntil: group, extendedUntil: own, incidentMinutes } = person
  if (group)
    steps.push(`Группе участников продлено до ${showDateTime(group)}${group > end ? '' : ', раньше срока этапа'}`)
  if (own) {
    const counts = own > end && (!group || own > group)
    steps.push(`Лично продлено до ${showDateTime(own)}${counts ? '' : ', но другой срок позже'}`)
  }
  if (incidentMinutes > 0) steps.push(`За сбои добавлено минут: ${incidentMinutes}`)
  return steps
}

const same = (one: Window, other: Window) =>
  Number(one.opensAt) === Number(other.opensAt) && Number(one.closesAt) === Number(other.closesAt)

function span({ opensAt, closesAt }: Window): string {
  if (!opensAt && !closesAt) return 'без срока'
  return [opensAt && `с ${showDateTime(opensAt)}`, closesAt && `до ${showDateTime(closesAt)}`].filter(Boolean).join(' ')
}
