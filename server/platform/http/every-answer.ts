export type EveryAnswer = Readonly<Record<string, string>>

/** The headers of every answer: by a route, by the router, or by the server before them. */
export const everyAnswer = (publicUrl: string): EveryAnswer => ({
  'X-Content-Type-Options': 'nosniff',
  ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
})
