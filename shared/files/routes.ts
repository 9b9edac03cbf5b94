import { Type } from 'typebox'
import { refusedBy } from '#shared/api/refused-by.ts'
import { route } from '#shared/api/route.ts'
import { fileMaxBytes } from './limits.ts'

const fileId = Type.Object({ file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) })

export const fileRoutes = {
  'POST /user/files': route({
    access: 'participant',
    summary: 'Загрузить файл или изображение; вид определяется по содержимому',
    refuses: [...refusedBy.picture, 'file_space_used', 'archive_unsafe'],
    query: Type.Object({ purpose: Type.Union([Type.Literal('file'), Type.Literal('image')]) }),
    upload: true,
    bodyLimit: fileMaxBytes,
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
    refuses: ['not_found'],
    params: fileId,
    response: null,
    download: true,
  }),
  'DELETE /user/files/:file_id': route({
    access: 'participant',
    summary: 'Удалить свой файл, который ещё никуда не сдан',
    refuses: ['not_found'],
    params: fileId,
    response: null,
  }),
}
