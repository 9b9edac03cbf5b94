import { flatten, type Stage } from './stage.ts'

/** Who has registered while registration is still open may bring a friend. */
export const invitesFriends = (stages: readonly Stage[]): boolean =>
  flatten(stages).some(({ type, is_active, status }) => type === 'registration' && is_active && status === 'success')
