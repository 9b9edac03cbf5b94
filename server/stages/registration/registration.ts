import type { ServerStageKind } from '#server/stages/kind.ts'

export const registration: ServerStageKind = {
  // The application has a passport in it; a receipt that travels by e-mail should not.
  answersInWords: async (_db, handedIn) => handedIn.map(() => []),
  handInDraft: null,
}
