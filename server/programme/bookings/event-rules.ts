import { Value } from 'typebox/value'
import { eventKind } from '#shared/programme/event/contract.ts'
import type { SettingsOf } from '#shared/stages/kind.ts'

export type EventSettings = SettingsOf<typeof eventKind>

/** The rules of an event that is no stage: places can be given up until it begins, and there is no line. */
const plain = { ...(Value.Default(eventKind.settings, {}) as EventSettings), change_hours: 0, waiting: false }

/** The settings of the event: of its stage, if it is one. */
export const rulesOf = (event: { stage_id: number | null; settings: unknown }): EventSettings =>
  event.stage_id === null
    ? plain
    : (Value.Default(eventKind.settings, { ...(event.settings as object) }) as EventSettings)
