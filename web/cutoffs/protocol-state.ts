import type { ProtocolState } from '#shared/cutoffs/routes.ts'

export const stateWords: Record<ProtocolState, string> = {
  frozen: 'Ждёт подтверждения',
  scheduled: 'Подтверждён',
  publishing: 'Публикуется',
  published: 'Опубликован',
  withdrawn: 'Отозван',
}
export const stateLook = {
  frozen: 'due',
  scheduled: 'waiting',
  publishing: 'waiting',
  published: 'done',
  withdrawn: 'shut',
} as const
