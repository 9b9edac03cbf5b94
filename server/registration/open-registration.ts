import { findCompetition } from '#server/competitions/store.ts'
import type { Db } from '#server/db.ts'
import { registrationStage } from '#server/stages/store.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { RegistrationSettings } from '#shared/stages/registration/contract.ts'

export type Door = 'participant' | 'supporter'

/** Whoever began in time may finish: codes may still be under way in the closing minute. */
const graceMs = 30 * 60_000

/** The registration stage of a competition. Throws `competition_not_found`, or says that registration is closed. */
export async function stageOfRegistration(db: Db, competitionCode: string) {
  if (!(await findCompetition(db, competitionCode))) throw new Refusal('competition_not_found')
  const stage = await registrationStage(db, competitionCode)
  if (!stage) throw new Refusal('registration_closed_participants')
  return { ...stage, settings: stage.settings as unknown as RegistrationSettings }
}

export type StageOfRegistration = Awaited<ReturnType<typeof stageOfRegistration>>

const closedDoor = (door: Door) =>
  new Refusal(door === 'supporter' ? 'registration_closed_supporters' : 'registration_closed_participants')

/** `begunAt`: the moment at which this registration began, when it did before. */
export function refuseClosedRegistration(stage: StageOfRegistration, door: Door, now: Date, begunAt?: Date): void {
  const { opensAt, closesAt, settings } = stage
  if (opensAt && now < opensAt) throw new Refusal('registration_not_started')
  const end = closesAt && begunAt ? new Date(closesAt.getTime() + graceMs) : closesAt
  if (end && now >= end) throw closedDoor(door)
  if (!begunAt) refuseShutDoor(settings, door)
}

export function refuseShutDoor(settings: RegistrationSettings, door: Door): void {
  if (!settings.doors[door]) throw closedDoor(door)
}
