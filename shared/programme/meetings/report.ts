/** Maximum length of what a mentor writes after a meeting. */
export const maxReportLength = 2000

/** Maximum length of a participant's note after a meeting, and of a mentor's note for the participant. */
export const maxNoteLength = 2000
export const ratings = {
  1: 'Бесполезно',
  2: 'Мало пользы',
  3: 'Полезно',
  4: 'Очень полезно',
  5: 'Лучше не бывает',
} as const
