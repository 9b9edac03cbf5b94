/** What a request is about, so that the organiser can pass it to the right person. */
export interface FeedbackTopic {
  readonly code: string
  readonly title: string
}

/** The topics that a competition offers: its own, or the default ones when it has none. */
export const topicsOffered = (own: readonly FeedbackTopic[]): readonly FeedbackTopic[] =>
  own.length > 0 ? own : defaultTopics

/** For a competition without topics of its own. */
export const defaultTopics: readonly FeedbackTopic[] = [
  { code: 'account', title: 'Вход и личный кабинет' },
  { code: 'registration', title: 'Регистрация и анкета' },
  { code: 'stage', title: 'Этап: задание, сроки, результат' },
  { code: 'team', title: 'Команда или наставник' },
  { code: 'technical', title: 'Портал работает не так' },
  { code: 'personal_data', title: 'Персональные данные' },
  { code: 'other', title: 'Другое' },
]
