import type { Services } from '#server/services.ts'
import { removeBytes } from './view-image.ts'

/** Names of files, and of uploads that had not ended, whose rows are gone. */
export interface ErasedFiles {
  files: string[]
  uploads: string[]
}

export async function removeErasedFiles({ disk }: Pick<Services, 'disk'>, { files, uploads }: ErasedFiles) {
  for (const id of files) await removeBytes(disk, id)
  for (const id of uploads) await disk.unfinished.remove(id)
}
