import { maxCapacity, maxMentorLink } from '#shared/programme/mentors/mentorship-status.ts'

/** The number of places as typed; empty: no limit. */
export const capacityOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

export const capacityFault = (typed: string): string | null =>
  typed.trim() === '' || (/^\d{1,4}$/.test(typed) && Number(typed) <= maxCapacity)
    ? null
    : `Введите число от 0 до ${maxCapacity} или оставьте поле пустым`

/** Topics are typed into one field, with a comma between them. */
export const topicsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((topic) => topic.trim())
      .filter(Boolean),
  ),
]

export const topicsFault = (typed: string): string | null => {
  const topics = topicsOf(typed)
  if (topics.length > 10) return 'Назовите не больше десяти тем'
  return topics.some((topic) => topic.length > 60) ? 'Сократите тему до 60 символов' : null
}

export const videoFault = (typed: string): string | null => {
  const link = typed.trim()
  if (link.length > maxMentorLink) return `Ссылка длиннее ${maxMentorLink} символов: вставьте короткую`
  return link === '' || /^https:\/\/\S+$/.test(link) ? null : 'Вставьте ссылку, которая начинается с https://'
}
