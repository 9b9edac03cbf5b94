import type { KindFacts } from '#shared/stages/kind-facts.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import type { Guard } from './guarded-page.ts'

/** Guards that are loaded with the pages that they guard, because the entrance does not need them. */

const stageGuards = () => loadChunk(() => import('./guard-stage.ts'))

export const guardTrack: Guard = async (place) => (await stageGuards()).guardTrack(place)

export const guardTeams: Guard = async (place) => (await stageGuards()).guardTeams(place)

export const guardStage =
  (kind: Pick<KindFacts, 'type' | 'blockOn' | 'needsViewable'>): Guard =>
  async (place) =>
    (await stageGuards()).guardStage(kind)(place)

export const guardManualPage =
  (type: string): Guard =>
  async (place) =>
    (await stageGuards()).guardManualPage(type)(place)

export const guardMeeting: Guard = async (place) =>
  (await loadChunk(() => import('./guard-meeting.ts'))).guardMeeting(place)
