import { isMentorReason } from '#shared/programme/mentors/selection.ts'
import type { ChosenMentor } from './store.ts'

/** The mentors in a stored choice that can be read: one entry each, in the person's order. */
export function chosenIn(data: Record<string, unknown>): ChosenMentor[] {
  const entries = Array.isArray(data.choosed_mentors) ? (data.choosed_mentors as unknown[]) : []
  const chosen = new Map<number, ChosenMentor>()
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null) continue
    const { mentor_id, reasons, comment, file_id } = entry as Record<string, unknown>
    if (typeof mentor_id !== 'number') continue
    chosen.set(mentor_id, {
      mentor_id,
      reasons: Array.isArray(reasons)
        ? [
            ...new Set(reasons.filter((each): each is number => typeof each === 'number' && isMentorReason(each))),
          ].sort()
        : [],
      comment: typeof comment === 'string' ? comment : '',
      file_id: typeof file_id === 'string' && file_id !== '' ? file_id : null,
    })
  }
  return [...chosen.values()]
}
