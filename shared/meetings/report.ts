/** Maximum length of what a mentor writes after a meeting. */
export const maxReportLength = 2000

/** What a participant writes after a meeting, and what a mentor writes for him to read. */
export const maxNoteLength = 2000
export const ratings = {
  1: 'Бесполезно',
  2: 'Мало пользы',
  3: 'Полезно',
  4: 'Очень полезно',
  5: 'Лучше не бывает',
} as const
