import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { carryOutAct, settleAct } from './identity-acts.ts'

export const identityJobs = (services: Services): Record<string, Task> => ({
  carry_out_identity_act: (payload) => carryOutAct(services, payload),
  settle_identity_act: (payload) => settleAct(services, payload),
})
