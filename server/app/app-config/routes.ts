import type { Config } from '#server/platform/config/config.ts'
import { handlersOf } from '#server/services.ts'
import type { appRoutes } from '#shared/app/routes.ts'

/** The settings that the browser may know. They are also part of the HTML of every page. */
export function publicConfig(config: Config) {
  return {
    captcha: config.captcha && { type: 'yandex' as const, site_key: config.captcha.siteKey },
    ymid: config.ymid,
    mtid: config.mtid,
    social_goal_id: config.socialGoalId,
    abf: { second_factor: ['sms', 'totp'], password_min: 12 },
    outbox: config.outbox,
    silent: config.silent,
    state_service: config.stateService && { name: config.stateService.name },
  }
}

export const appConfigHandlers = handlersOf<Pick<typeof appRoutes, 'GET /app/config'>>()({
  'GET /app/config': (_call, { config }) => publicConfig(config),
})
