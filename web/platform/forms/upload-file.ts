import pLimit from 'p-limit'
import type { Answer } from '#web/platform/api/client.ts'
import { type SendOptions, sendFile } from '#web/platform/api/send-file.ts'

export type UploadedFile = Answer<'POST /user/files'>

export interface UploadOptions extends SendOptions {
  purpose: 'file' | 'image'
}

/** Fewer than the server lets a person send at once, so that a second tab may send some too. */
const inTurn = pLimit(3)

/** Uploads one file of a form. */
export const uploadFile = (file: File, { purpose, ...options }: UploadOptions): Promise<UploadedFile> =>
  inTurn(() => sendFile(`/user/files?purpose=${purpose}`, file, options) as Promise<UploadedFile>)
