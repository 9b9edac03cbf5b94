import { Type } from 'typebox'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { fileMaxBytes } from './limits.ts'

const fileId = Type.Object({ file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) })

/** The result of the virus scan of a file: only a clean file can be opened. */
const scan = Type.Union([Type.Literal('clean'), Type.Literal('waiting'), Type.Literal('infected')])

export const storedFile = Type.Object({
  file_id: Type.String(),
  name: Type.String(),
  size: Type.Integer({ description: 'Байты' }),
  type: Type.String(),
  url: Type.String(),
  scan,
})

export const fileRoutes = {
  'POST /user/files': route({
    access: 'participant',
    summary: 'Загрузить файл или изображение; вид определяется по содержимому',
    refuses: [...refusedBy.picture, ...refusedBy.document, 'file_space_used'],
    query: Type.Object({ purpose: Type.Union([Type.Literal('file'), Type.Literal('image')]) }),
    upload: true,
    bodyLimit: fileMaxBytes,
    limit: 'upload',
    status: 201,
    response: storedFile,
  }),
  'GET /user/files': route({
    access: 'participant',
    summary: 'Что известно о своих файлах: проверены ли они на вирусы',
    query: Type.Object({ ids: Type.String({ pattern: '^[0-9a-f]{32}(,[0-9a-f]{32}){0,49}$' }) }),
    response: Type.Object({ files: Type.Array(Type.Object({ file_id: Type.String(), scan })) }),
  }),
  'GET /user/files/:file_id': route({
    access: 'participant',
    summary: 'Скачать свой файл, целиком или часть по Range',
    refuses: ['not_found', ...refusedBy.storedFile],
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
