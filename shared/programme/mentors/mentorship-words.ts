import { counted } from '#shared/platform/time/plural.ts'
import type { MentorshipStatus } from './mentorship-status.ts'

/** «Свободно 2 места»: how many people a mentor still takes. */
export const placesInWords = (left: number | null): string =>
  left === null ? 'Места есть' : left === 0 ? 'Мест нет' : `Свободно ${counted(left, 'место', 'места', 'мест')}`

/** A mentor's answer in words for the participant. */
export const answerWords: Record<MentorshipStatus, string> = {
  proposed: 'Ждём ответа',
  accepted: 'Работает с вами',
  declined: 'Не сможет работать с вами',
  ended: 'Больше не работает с вами',
}
