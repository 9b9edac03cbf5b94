import { type PiecesToSend, sendInPieces } from '#web/forms/uploads/send-in-pieces.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type UploadedFile = Answer<'POST /user/uploads/:upload_id/file'>

/** Uploads one file of a form. */
export const uploadFile = (sent: PiecesToSend & { purpose: 'file' | 'image' }): Promise<UploadedFile> =>
  sendInPieces(sent, (upload_id) => api('POST /user/uploads/:upload_id/file', { params: { upload_id } }))
