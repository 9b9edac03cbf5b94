import { expect, test } from 'vitest'
import { silentStateService } from '#server/testing/a-state-service.ts'
import { testApp } from '#server/testing/test-app.ts'

const answered = async (env: Record<string, string>) => {
  const app = await testApp({ env })
  try {
    return (await app.call('GET /app/config')).body
  } finally {
    await app.close()
  }
}

test('CL-01 /app/config has the captcha, both counters, the goal of social networks and the ways to log in', async () => {
  const env = {
    SMARTCAPTCHA_SITE_KEY: 'site-key',
    SMARTCAPTCHA_SERVER_KEY: 'server-key',
    YM_ID: '111',
    MT_ID: '222',
    SOCIAL_GOAL_ID: 'goal',
    ...silentStateService,
  }
  expect(await answered(env)).toEqual({
    captcha: { type: 'yandex', site_key: 'site-key' },
    ymid: '111',
    mtid: '222',
    social_goal_id: 'goal',
    abf: { second_factor: ['sms', 'totp'], password_min: 12 },
    outbox: true,
    silent: [],
    state_service: { name: 'Госуслуги' },
  })
})

test('CL-01 settings that are not set are null, and a portal without a demo has no outbox', async () => {
  expect(await answered({ DEMO: '0' })).toEqual({
    captcha: null,
    ymid: null,
    mtid: null,
    social_goal_id: null,
    abf: { second_factor: ['sms', 'totp'], password_min: 12 },
    outbox: false,
    silent: ['email', 'sms'],
    state_service: null,
  })
})
