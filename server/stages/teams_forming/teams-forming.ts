import type { ServerStageKind } from '#server/stages/kind.ts'

/** The membership is the answer: nothing is handed in, and there is no draft of it. */
export const teamsForming: ServerStageKind = {
  answersInWords: async (_db, handedIn) => handedIn.map(() => []),
  handInDraft: null,
}
