import { dropUpload, fileOfUpload, ownUpload } from '#server/forms/files/take-upload.ts'
import { uploadLease } from '#server/forms/files/upload-lease.ts'
import { handlersOf } from '#server/services.ts'
import type { uploadRoutes } from '#shared/kinds/uploads/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { beginUpload } from './begin-upload.ts'
import { tus } from './tus.ts'
import { isReadBlind, settleLate } from './upload-place.ts'

export const uploadHandlers = handlersOf<typeof uploadRoutes>()({
  'POST /user/uploads': async ({ caller, request, reply }, services) => {
    const begin = (upload: Parameters<typeof beginUpload>[2]) => beginUpload(services, caller.accountId, upload)
    await tus({ services, method: 'POST', id: null, begin }, request, reply)
    return {}
  },

  'GET /user/uploads/:upload_id': async ({ caller, params, request, reply }, services) => {
    const { id, name, size, file_id } = await ownUpload(services.db, caller.accountId, params.upload_id)
    if (file_id === null) await tus({ services, method: 'HEAD', id }, request, reply)
    else reply.headers({ 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(size), 'Upload-Length': String(size) })
    return { upload_id: id, name, size, received: Number(reply.getHeader('Upload-Offset')) }
  },

  'PATCH /user/uploads/:upload_id': async ({ caller, params, request, reply }, services) => {
    const { id, file_id } = await ownUpload(services.db, caller.accountId, params.upload_id)
    if (file_id !== null) throw new Refusal('upload_offset')
    await tus({ services, method: 'PATCH', id }, request, reply)
    return undefined
  },

  'DELETE /user/uploads/:upload_id': async ({ caller, params, reply }, services) => {
    const { id } = await ownUpload(services.db, caller.accountId, params.upload_id)
    const lease = uploadLease(services.db, id, services.clock)
    await lease.lock(new AbortController().signal, () => {})
    await dropUpload(services, id).finally(() => lease.unlock())
    reply.header('Tus-Resumable', '1.0.0')
    return undefined
  },

  'POST /user/uploads/:upload_id/file': ({ caller, params }, services) =>
    fileOfUpload(
      services,
      {
        ...{ accountId: caller.accountId, uploadId: params.upload_id, purpose: ['file', 'image'] },
        isBlind: (row) => isReadBlind(services, row),
      },
      (row, file) => settleLate(services, row, file),
    ),
})
