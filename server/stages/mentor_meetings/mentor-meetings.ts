import type { ServerStageKind } from '#server/stages/kind.ts'

/** Nothing is handed in: the meetings themselves are what happens at this stage. */
export const mentorMeetings: ServerStageKind = {
  answersInWords: async (_db, handedIn) => handedIn.map(() => []),
  handInDraft: null,
}
