import { Type } from 'typebox'
import { id } from '#shared/platform/api/fields.ts'
import { route } from '#shared/platform/api/route.ts'

const code = Type.String({ minLength: 1, maxLength: 64 })
const ofProtocol = Type.Object({ competition: code, number: id })
const ofFile = Type.Object({ ...ofProtocol.properties, export_id: id })
const at = { access: 'assessment', competition: 'params' } as const

export const protocolFileRoutes = {
  'POST /admin/competitions/:competition/protocols/:number/files': route({
    ...at,
    summary: 'Попросить протокол документом Word или таблицей; файл готовит задание',
    refuses: ['competition_not_found', 'protocol_not_found', 'protocol_freezing', 'exports_waiting'],
    params: ofProtocol,
    body: Type.Object({ format: Type.Enum(['docx', 'csv', 'xlsx']) }),
    response: Type.Object({ id }),
    status: 201,
  }),
  'GET /admin/competitions/:competition/protocols/:number/files/:export_id': route({
    ...at,
    summary: 'Готов ли файл протокола',
    refuses: ['competition_not_found', 'protocol_not_found', 'export_not_found'],
    params: ofFile,
    response: Type.Object({
      state: Type.Enum(['waiting', 'ready', 'failed', 'gone']),
      rows: Type.Integer({ description: 'Сколько строк таблицы уже записано' }),
      of: Type.Integer({ description: 'Сколько в протоколе людей' }),
    }),
  }),
  'GET /admin/competitions/:competition/protocols/:number/files/:export_id/file': route({
    ...at,
    summary: 'Скачать файл протокола; кто скачал, записывается',
    refuses: ['competition_not_found', 'protocol_not_found', 'export_not_found', 'export_gone'],
    params: ofFile,
    response: null,
    download: true,
  }),
}
