import { Type } from 'typebox'
import { route } from '#shared/api/route.ts'

/** Files are at most this large unless the field says less. */
export const largestUploadBytes = 20 * 1024 * 1024

const fileId = Type.Object({ file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) })

export const fileRoutes = {
  'POST /user/files': route({
    access: 'participant',
    summary: 'Загрузить файл или изображение; вид определяется по содержимому',
    query: Type.Object({ purpose: Type.Union([Type.Literal('file'), Type.Literal('image')]) }),
    upload: true,
    bodyLimit: largestUploadBytes,
    limit: 'upload',
    status: 201,
    response: Type.Object({
      file_id: Type.String(),
      name: Type.String(),
      size: Type.Integer({ description: 'Байты' }),
      type: Type.String(),
      url: Type.String(),
    }),
  }),
  'GET /user/files/:file_id': route({
    access: 'participant',
    summary: 'Скачать свой файл',
    params: fileId,
    response: null,
    download: true,
  }),
  'DELETE /user/files/:file_id': route({
    access: 'participant',
    summary: 'Удалить свой файл, который ещё никуда не сдан',
    params: fileId,
    response: null,
  }),
}
