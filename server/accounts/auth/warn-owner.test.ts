import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { warnOwner } from './warn-owner.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The letter to a person whose account has changed. */
async function letter(more: { next?: string } = {}, service: string | null = null) {
  const { id, email } = await anAccount(app)
  const stateService = service === null ? null : { ...app.config.stateService, name: service }
  const config = { ...app.config, stateService } as typeof app.config
  await app.db
    .transaction()
    .execute((tx) =>
      warnOwner(tx, { ...app.services, config }, id, { to: email, subject: 'Важное', what: 'Вошли.', ...more }),
    )
  const [found] = (await app.call('GET /dev/outbox', { query: { to: email } })).body
  return found
}

test('a letter about an account says what has happened, how to stop it and what to do then', async () => {
  const found = await letter()
  expect(found?.subject).toBe('Важное')
  expect(found?.text).toMatch(
    /^Здравствуйте!\n\nВошли\.\n\n.*\/not-me#[\w-]+\nВсе сеансы завершатся, а смена почты или телефона, которую ещё не подтвердили, отменится\. После этого сразу задайте новый пароль\.\n\nСсылка действует неделю\.$/s,
  )
})

test('when a login by another service is possible, the letter names it, and its advice can be different', async () => {
  const found = await letter({ next: 'Напишите в поддержку.' }, 'Госуслуги')
  expect(found?.text).toContain('отменится. Вход через «Госуслуги» отключится. Напишите в поддержку.\n')
  expect(found?.text).not.toContain('новый пароль')
})
