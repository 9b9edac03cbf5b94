/**
 * Whether a call changes something for somebody who works in the competition, such as an organiser, an expert or a
 * mentor. The browser gives it a key, and the server does it once per key. `key`: «POST /admin/…», as in the contracts.
 */
export const isAct = (key: string): boolean =>
  /^(POST|PUT|PATCH|DELETE) \/(admin|desk|mentors)\/(?!.*\/draft$)/.test(key)
