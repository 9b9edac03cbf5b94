import { Type } from 'typebox'
import { id } from '#shared/platform/api/fields.ts'
import { adminFlags, route } from '#shared/platform/api/route.ts'
import { givenFlags, portalFlags } from './flag-titles.ts'

const text = Type.String()
const code = Type.String({ minLength: 1, maxLength: 64 })
const flags = Type.Array(Type.Enum([...givenFlags]), { uniqueItems: true, maxItems: givenFlags.length })

const rights = Type.Object({
  title: Type.String({ description: 'Название конкурса' }),
  people: Type.Array(
    Type.Object({
      test_id: id,
      name: text,
      email: text,
      flags: Type.Array(Type.Enum([...adminFlags]), { description: 'Права в этом конкурсе' }),
      everywhere: Type.Array(Type.Enum([...adminFlags]), {
        description: 'Права во всех конкурсах; здесь они не меняются',
      }),
      self: Type.Boolean({ description: 'Это вы; свои права не меняют' }),
      second_factor: Type.Boolean({ description: 'Второй фактор входа подключён; без него права не действуют' }),
    }),
  ),
  invited: Type.Array(
    Type.Object({
      id,
      email: text,
      flags: Type.Array(Type.Enum([...adminFlags])),
      expires_at: text,
      over: Type.Boolean(),
    }),
    { description: 'Кто ещё не принял приглашение' },
  ),
})

const params = Type.Object({ competition: code })

const places = {
  flags: Type.Array(Type.Enum([...adminFlags]), { description: 'Права во всех конкурсах' }),
  competitions: Type.Array(Type.Object({ code: text, title: text, flags: Type.Array(Type.Enum([...adminFlags])) }), {
    description: 'Права в отдельных конкурсах',
  }),
}

const portalRights = Type.Object({
  competitions: Type.Array(Type.Object({ code: text, title: text }), { description: 'Куда можно пригласить' }),
  people: Type.Array(
    Type.Object({
      ...{ test_id: id, name: text, email: text, ...places },
      self: Type.Boolean({ description: 'Это вы; свои права не меняют' }),
      second_factor: Type.Boolean({ description: 'Второй фактор входа подключён; без него права не действуют' }),
    }),
  ),
  invited: Type.Array(Type.Object({ id, email: text, ...places, expires_at: text, over: Type.Boolean() }), {
    description: 'Кто ещё не принял приглашение',
  }),
})

export const rightsRoutes = {
  'GET /admin/competitions/:competition/rights': route({
    access: 'admins',
    competition: 'params',
    summary: 'У кого какие права в конкурсе и кто приглашён',
    refuses: ['competition_not_found'],
    params,
    response: rights,
  }),
  'PUT /admin/competitions/:competition/rights/:test_id': route({
    access: 'admins',
    competition: 'params',
    summary: 'Права организатора в этом конкурсе: какими они теперь должны быть',
    refuses: ['competition_not_found', 'user_not_found', 'rights_own'],
    params: Type.Object({ competition: code, test_id: id }),
    body: Type.Object({ flags }),
    response: rights,
  }),
  'POST /admin/competitions/:competition/rights/invitations': route({
    access: 'admins',
    competition: 'params',
    summary: 'Пригласить организатора письмом со ссылкой, которая действует один раз и до срока',
    refuses: ['competition_not_found', 'email_incorrect', 'rights_own'],
    params,
    body: Type.Object({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      flags: Type.Array(Type.Enum([...givenFlags]), { minItems: 1, uniqueItems: true, maxItems: givenFlags.length }),
    }),
    response: rights,
  }),
  'DELETE /admin/competitions/:competition/rights/invitations/:invitation_id': route({
    access: 'admins',
    competition: 'params',
    summary: 'Отозвать приглашение: ссылка больше не даёт прав в этом конкурсе',
    refuses: ['competition_not_found', 'rights_not_invited'],
    params: Type.Object({ competition: code, invitation_id: id }),
    response: rights,
  }),
  'GET /admin/rights': route({
    access: 'admins',
    competition: 'handler',
    summary: 'У кого какие права на портале: во всех конкурсах и в отдельных',
    refuses: ['no_access'],
    response: portalRights,
  }),
  'PUT /admin/rights/:test_id': route({
    access: 'admins',
    competition: 'handler',
    summary: 'Права человека во всех конкурсах: какими они теперь должны быть',
    refuses: ['no_access', 'user_not_found', 'rights_own'],
    params: Type.Object({ test_id: id }),
    body: Type.Object({
      flags: Type.Array(Type.Enum([...portalFlags]), { uniqueItems: true, maxItems: portalFlags.length }),
    }),
    response: portalRights,
  }),
  'POST /admin/rights/invitations': route({
    access: 'admins',
    competition: 'handler',
    summary: 'Пригласить письмом вести портал или несколько конкурсов',
    refuses: ['no_access', 'competition_not_found', 'email_incorrect', 'rights_own'],
    body: Type.Object({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      flags: Type.Array(Type.Enum([...portalFlags]), { minItems: 1, uniqueItems: true, maxItems: portalFlags.length }),
      competitions: Type.Array(code, { uniqueItems: true, maxItems: 200, description: 'Пусто — во всех конкурсах' }),
    }),
    response: portalRights,
  }),
  'DELETE /admin/rights/invitations/:invitation_id': route({
    access: 'admins',
    competition: 'handler',
    summary: 'Отозвать приглашение: ссылка больше не даёт никаких прав',
    refuses: ['no_access', 'rights_not_invited'],
    params: Type.Object({ invitation_id: id }),
    response: portalRights,
  }),
}
