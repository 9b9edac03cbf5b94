import { mergeKind } from '#server/accounts/duplicates/merge-kind.ts'
import type { IdentityKind } from './kind.ts'

/** Every act by which staff change who can log in as whom. */
export const identityKinds = { merge: mergeKind } satisfies Record<string, IdentityKind>
