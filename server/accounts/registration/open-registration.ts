import type { Db } from '#server/db.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import { type RegistrationSettings, registrationKind } from '#shared/accounts/registration/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Door } from '#shared/stages/door.ts'

/** A person who began in time may finish, because codes may still be on their way in the last minute. */
export const graceMs = 30 * 60_000

/**
 * The registration stage of a competition. Throws `competition_not_found`, or a refusal when registration is closed.
 */
export async function stageOfRegistration(db: Db, seasons: Seasons, competitionCode: string) {
  const season = await seasons.of(db, competitionCode)
  if (!season?.published) throw new Refusal('competition_not_found')
  const stage = season.stages.find(({ type, published }) => type === 'registration' && published)
  if (!stage) throw new Refusal('registration_closed_participants')
  return { ...stage, settings: settingsAt(registrationKind, stage) }
}

export type StageOfRegistration = Awaited<ReturnType<typeof stageOfRegistration>>

const closedDoor = (door: Door) =>
  new Refusal(door === 'supporter' ? 'registration_closed_supporters' : 'registration_closed_participants')

/** Whether a registration may begin now. */
export function isOpenTo(stage: StageOfRegistration, door: Door, now: Date): boolean {
  const { opensAt, closesAt, settings } = stage
  return (!opensAt || now >= opensAt) && (!closesAt || now < closesAt) && settings.doors[door]
}

/** Throws when registration is closed. `begunAt`: when the registration began, if it already exists. */
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
