import type { TestApp } from '#server/testing/test-app.ts'

/** Logs a demo account in and returns its access token. */
export async function logInDemo(app: TestApp, username: string): Promise<string> {
  const answer = await app.call('POST /auth/login', { body: { username, password: 'Demo-Leader-2026' } })
  if (answer.status !== 200 || !('access_token' in answer.body)) throw new Error(`login answered ${answer.text}`)
  return answer.body.access_token
}
