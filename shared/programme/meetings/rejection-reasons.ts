/** Why a person declines a meeting, by the number on the wire. */
export const rejectionReasons = {
  1: 'Не подходит время',
  2: 'Командировка, отпуск или болезнь',
  3: 'Не подходит место или формат',
  4: 'Вопрос уже решён',
  5: 'Другая причина',
} as const

export const rejectionInWords = (reasons: readonly number[]): string =>
  reasons.map((reason) => rejectionReasons[reason as keyof typeof rejectionReasons]).join('. ')
