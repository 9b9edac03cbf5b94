import { Type } from 'typebox'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { largeFileMaxBytes } from '#shared/platform/files/limits.ts'
import { storedFile } from '#shared/platform/files/routes.ts'

const uploadId = Type.Object({ upload_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) })

/**
 * Files uploaded in pieces, by the tus protocol 1.0 (https://tus.io/protocols/resumable-upload). Its HEAD is served by
 * the route of the GET.
 */
export const uploadRoutes = {
  'POST /user/uploads': route({
    access: 'participant',
    summary:
      'Начать загрузку файла частями (tus, creation). Upload-Metadata: filename, purpose (file, image, avatar, video), stage и field, если файл для этапа',
    refuses: [
      'length_required',
      'file_empty',
      'file_too_big',
      'file_type_unsupported',
      'file_space_used',
      'uploads_unfinished',
      'disk_full',
      ...refusedBy.openStage,
    ],
    limit: 'upload',
    status: 201,
    response: Type.Object({}),
  }),
  'GET /user/uploads/:upload_id': route({
    access: 'participant',
    summary: 'Сколько байтов файла уже пришло (и HEAD, как в tus)',
    refuses: ['upload_not_found', 'upload_busy'],
    params: uploadId,
    response: Type.Object({
      upload_id: Type.String(),
      name: Type.String(),
      size: Type.Integer({ description: 'Байты' }),
      received: Type.Integer({ description: 'Байты' }),
    }),
  }),
  'PATCH /user/uploads/:upload_id': route({
    access: 'participant',
    summary: 'Продолжить загрузку с того байта, который назван в Upload-Offset (tus)',
    refuses: [
      'upload_not_found',
      'upload_offset',
      'upload_busy',
      'upload_changed',
      'file_interrupted',
      'length_required',
      'disk_full',
    ],
    params: uploadId,
    upload: 'pieces',
    bodyLimit: largeFileMaxBytes,
    limit: 'upload_piece',
    response: null,
  }),
  'DELETE /user/uploads/:upload_id': route({
    access: 'participant',
    summary: 'Отменить загрузку (tus, termination)',
    refuses: ['upload_not_found', 'upload_busy'],
    params: uploadId,
    response: null,
  }),
  'POST /user/uploads/:upload_id/file': route({
    access: 'participant',
    summary: 'Сделать из загрузки, которая пришла целиком, файл. Повтор отвечает то же',
    refuses: [
      ...refusedBy.resumed,
      ...refusedBy.picture,
      ...refusedBy.document,
      ...refusedBy.openStage,
      'file_space_used',
    ],
    params: uploadId,
    status: 201,
    response: storedFile,
  }),
}
