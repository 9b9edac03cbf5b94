import { flatten, type Stage } from './stage.ts'

/** A person who has registered may invite friends while registration is open. */
export const invitesFriends = (stages: readonly Stage[]): boolean =>
  flatten(stages).some(({ type, is_active, status }) => type === 'registration' && is_active && status === 'success')
