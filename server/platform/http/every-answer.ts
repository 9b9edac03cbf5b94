export type EveryAnswer = Readonly<Record<string, string>>

/** The headers of every answer, whoever writes it: a route, the router, or the server before any of them. */
export const everyAnswer = (publicUrl: string): EveryAnswer => ({
  'X-Content-Type-Options': 'nosniff',
  ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
})
