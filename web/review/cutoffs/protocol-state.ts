import type { ProtocolState } from '#shared/review/cutoffs/routes.ts'

export const stateWords: Record<ProtocolState, string> = {
  freezing: 'Замораживается',
  frozen: 'Ждёт подтверждения',
  scheduled: 'Подтверждён',
  publishing: 'Публикуется',
  published: 'Опубликован',
  withdrawn: 'Отозван',
}
export const stateLook = {
  freezing: 'waiting',
  frozen: 'due',
  scheduled: 'waiting',
  publishing: 'waiting',
  published: 'done',
  withdrawn: 'shut',
} as const
