/** The pages of the profile, in the order of its menu. */
export const profilePages = [
  ['/profile', 'Данные'],
  ['/profile/security', 'Безопасность'],
  ['/profile/notifications', 'Уведомления'],
  ['/profile/consents', 'Согласия'],
  ['/profile/own-data', 'Мои данные'],
] as const

/** The page with the row of this name. Letters that were sent earlier name all rows under /profile. */
export const pageOfRow: ReadonlyMap<string, string> = new Map([
  ['password', '/profile/security'],
  ['second-factor', '/profile/security'],
  ['state-service', '/profile/security'],
  ['sessions', '/profile/security'],
  ['notifications', '/profile/notifications'],
  ['consents', '/profile/consents'],
  ['own-data', '/profile/own-data'],
  ['erasure', '/profile/own-data'],
])
