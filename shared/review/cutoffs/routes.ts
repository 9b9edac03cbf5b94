import { Type } from 'typebox'
import { id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'
import { cutoffPeoplePage, maxCompared, maxCutoffReason, maxCutoffTitle } from './limits.ts'
import { lettersSchema, quotaKinds, ruleSchema } from './rule.ts'

const text = Type.String()
const count = Type.Integer()
const code = Type.String({ minLength: 1, maxLength: 64 })
const competition = Type.Object({ competition: code })
const ofCutoff = Type.Object({ competition: code, cutoff_id: id })
const ofProtocol = Type.Object({ competition: code, number: id })
const options = Type.Array(Type.Object({ id: text, value: text }))
const title = Type.String({ minLength: 1, maxLength: maxCutoffTitle, pattern: '\\S' })
const reason = Type.String({ maxLength: maxCutoffReason })

export const protocolStates = ['freezing', 'frozen', 'scheduled', 'publishing', 'published', 'withdrawn'] as const
export type ProtocolState = (typeof protocolStates)[number]

/** The lists of people of a variant. */
export const cutoffLists = ['passed', 'quota', 'second', 'waiting', 'failed', 'none', 'ties', 'changes'] as const
export type CutoffList = (typeof cutoffLists)[number]

const quota = Type.Object({
  by: Type.Enum([...quotaKinds]),
  title: text,
  least: count,
  most: count,
  there: Type.Integer({ description: 'Сколько в группе людей с итогом' }),
  taken: count,
  state: Type.Enum(['met', 'short', 'over']),
})
const tie = Type.Object({
  where: Type.Enum(['line', 'quota', 'most', 'second']),
  title: Type.String({ description: 'Группа, на границе которой равные; у общей черты пусто' }),
  score: Type.Number(),
  people: Type.Array(Type.Object({ test_id: id, name: text }), { description: 'Первые двадцать' }),
  count,
})
const counts = {
  people: Type.Integer({ description: 'Сколько человек сравнивают' }),
  passed: count,
  by_quota: count,
  by_second: count,
  waiting: count,
  failed: count,
  none: Type.Integer({ description: 'Без итога: нет балла за этап' }),
}
const group = Type.Object({ title: text, people: count, passed: count, waiting: count })
const groups = Type.Object({ districts: Type.Array(group), tracks: Type.Array(group) })

const result = Type.Object({
  ...counts,
  disqualified: Type.Integer({ description: 'Отстранены: в отборе не участвуют' }),
  no_region: Type.Integer({ description: 'Регион не указан: в квоты по округам и регионам не входят' }),
  line: nullable(Type.Number(), 'Никто не проходит'),
  bars: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count, passed: count })),
  quotas: Type.Array(quota),
  ties: Type.Array(tie),
  overfull: Type.Boolean({ description: 'Квоты требуют больше мест, чем есть' }),
  changes: Type.Integer({ description: 'У скольких человек решение станет другим, чем объявлено' }),
  judging: Type.Array(text, { description: 'Этапы, на которых оценивание не завершено' }),
  groups,
  read_at: Type.String({ description: 'Когда прочитаны баллы; у больших сезонов — немного раньше' }),
  again: Type.Boolean({ description: 'Баллы читаются заново: ответ скоро станет новее' }),
})

const choices = Type.Object({
  scores: options,
  tracks: options,
  districts: options,
  regions: options,
})

const letter = Type.Object({
  test_id: id,
  name: text,
  outcome: Type.Enum(['passed', 'waiting', 'failed']),
  email: Type.String({
    description: 'Пусто, если почта не подтверждена или человек не хочет писем: придёт только уведомление',
  }),
  subject: text,
  text,
})

const workbench = Type.Object({
  competition_title: text,
  id,
  title: text,
  stage: code,
  stage_title: text,
  rule: ruleSchema,
  letters: lettersSchema,
  revision: count,
  saved_by: text,
  saved_at: text,
  result,
  choices,
  previews: Type.Array(letter),
  open_protocol: nullable(count, 'Протокола, который ещё не опубликован, на этапе нет'),
})

const person = Type.Object({
  test_id: id,
  name: text,
  place: nullable(count),
  waiting: nullable(count),
  score: nullable(Type.Number()),
  second: nullable(Type.Number()),
  region: nullableString,
  track: nullableString,
  outcome: Type.Enum(['passed', 'waiting', 'failed', 'none']),
  why: nullable(Type.Enum(['line', 'quota', 'tie', 'second'])),
})
const people = Type.Object({ count, people: Type.Array(person) })
const list = Type.Object({
  list: Type.Enum([...cutoffLists]),
  ...pageQuery({ size: cutoffPeoplePage, max: cutoffPeoplePage }),
})

const protocol = Type.Object({
  competition_title: text,
  number: count,
  title: text,
  stage: code,
  stage_title: text,
  state: Type.Enum([...protocolStates]),
  reason: text,
  hash: text,
  frozen_by: text,
  frozen_at: text,
  confirmed_by: text,
  confirmed_at: nullableString,
  publish_at: nullableString,
  published_at: nullableString,
  withdrawn_by: text,
  withdrawn_at: nullableString,
  withdrawn_why: text,
  own: Type.Boolean({ description: 'Заморозил тот, кто спрашивает: подтвердить должен другой' }),
  freezing: nullable(count, 'Сколько строк уже записано; пусто, когда протокол заморожен'),
  told: count,
  same: Type.Integer({ description: 'Решение уже было таким же, второй раз не сообщали' }),
  stopped: Type.Integer({ description: 'Работа остановлена из-за сообщения о заимствовании: о ней не решали' }),
  ...counts,
  line: nullable(Type.Number()),
  quotas: Type.Array(quota),
  groups,
  since: Type.Object(
    {
      disqualified: Type.Array(Type.Object({ test_id: id, name: text })),
      scores: Type.Array(Type.Object({ test_id: id, name: text }), { description: 'Первые двадцать' }),
      scores_count: count,
    },
    { description: 'Что изменилось после заморозки' },
  ),
  previews: Type.Array(letter),
})

const listed = Type.Object({
  competition_title: text,
  stages: Type.Array(Type.Object({ id: text, value: text })),
  cutoffs: Type.Array(Type.Object({ id, title: text, stage: code, stage_title: text, saved_by: text, saved_at: text })),
  protocols: Type.Array(
    Type.Object({
      number: count,
      title: text,
      stage_title: text,
      state: Type.Enum([...protocolStates]),
      passed: count,
      waiting: count,
      frozen_at: text,
      publish_at: nullableString,
    }),
  ),
})

const at = { access: 'assessment', competition: 'params' } as const

export const cutoffRoutes = {
  'GET /admin/competitions/:competition/cutoffs': route({
    ...at,
    summary: 'Варианты отбора и протоколы конкурса',
    refuses: ['competition_not_found'],
    params: competition,
    response: listed,
  }),
  'POST /admin/competitions/:competition/cutoffs': route({
    ...at,
    summary: 'Новый вариант отбора; с `like` — копия другого',
    refuses: ['competition_not_found', 'stage_not_found', 'cutoff_not_found', 'cutoffs_full'],
    params: competition,
    body: Type.Object({ stage: code, title, like: Type.Optional(id) }),
    response: Type.Object({ id }),
    status: 201,
  }),
  'GET /admin/competitions/:competition/cutoffs/comparison': route({
    ...at,
    summary: 'Варианты рядом: сколько проходит, откуда, и чем они отличаются поимённо',
    refuses: ['competition_not_found', 'cutoff_not_found'],
    params: competition,
    query: Type.Object({
      ids: Type.String({
        pattern: `^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){1,${maxCompared - 1}}$`,
        description: 'Через запятую',
      }),
    }),
    response: Type.Object({
      competition_title: text,
      variants: Type.Array(
        Type.Object({
          id,
          title: text,
          stage_title: text,
          ...counts,
          line: nullable(Type.Number()),
          ties: count,
          short: Type.Integer({ description: 'Квоты, которые не заполнены' }),
          districts: Type.Array(Type.Object({ title: text, passed: count })),
          only: Type.Array(Type.Object({ test_id: id, name: text }), {
            description: 'Проходят здесь и не во всех остальных вариантах; первые двадцать',
          }),
          only_count: count,
        }),
      ),
      common: Type.Integer({ description: 'Проходят во всех вариантах' }),
    }),
  }),
  'GET /admin/competitions/:competition/cutoffs/:cutoff_id': route({
    ...at,
    summary: 'Вариант отбора с его итогом',
    refuses: ['competition_not_found', 'cutoff_not_found'],
    params: ofCutoff,
    response: workbench,
  }),
  'PUT /admin/competitions/:competition/cutoffs/:cutoff_id': route({
    ...at,
    summary: 'Сохранить вариант; ответ — его новый итог',
    refuses: ['competition_not_found', 'cutoff_not_found', 'cutoff_conflict', 'cutoff_faulty', 'letter_faulty'],
    params: ofCutoff,
    body: Type.Object({ revision: count, title, rule: ruleSchema, letters: lettersSchema }),
    response: workbench,
  }),
  'DELETE /admin/competitions/:competition/cutoffs/:cutoff_id': route({
    ...at,
    summary: 'Удалить вариант; протоколы остаются',
    refuses: ['competition_not_found', 'cutoff_not_found'],
    params: ofCutoff,
    response: null,
  }),
  'GET /admin/competitions/:competition/cutoffs/:cutoff_id/people': route({
    ...at,
    summary: 'Люди варианта поимённо',
    refuses: ['competition_not_found', 'cutoff_not_found'],
    params: ofCutoff,
    query: list,
    response: people,
  }),
  'POST /admin/competitions/:competition/cutoffs/:cutoff_id/protocol': route({
    ...at,
    summary: 'Заморозить вариант протоколом с номером',
    refuses: [
      ...(['competition_not_found', 'cutoff_not_found', 'cutoff_conflict', 'cutoff_faulty', 'cutoff_empty'] as const),
      ...(['cutoff_tie_open', 'judging_not_closed', 'protocol_open', 'correction_without_reason'] as const),
    ],
    params: ofCutoff,
    body: Type.Object({ revision: count, reason }),
    response: Type.Object({ number: count }),
    status: 201,
  }),
  'GET /admin/competitions/:competition/protocols/:number': route({
    ...at,
    summary: 'Протокол отбора: что заморожено, что изменилось с тех пор, письма',
    refuses: ['competition_not_found', 'protocol_not_found'],
    params: ofProtocol,
    response: protocol,
  }),
  'GET /admin/competitions/:competition/protocols/:number/people': route({
    ...at,
    summary: 'Люди протокола поимённо',
    refuses: ['competition_not_found', 'protocol_not_found'],
    params: ofProtocol,
    query: list,
    response: people,
  }),
  'POST /admin/competitions/:competition/protocols/:number/confirmation': route({
    ...at,
    summary: 'Подтвердить протокол другого организатора и назначить минуту публикации',
    refuses: [
      'competition_not_found',
      'protocol_not_found',
      'protocol_freezing',
      'protocol_own',
      'protocol_settled',
      'publish_at_unfit',
    ],
    params: ofProtocol,
    body: Type.Object({
      publish_at: Type.String({ maxLength: 16, description: 'Московское время, `yyyy-MM-dd HH:mm`' }),
    }),
    response: protocol,
  }),
  'POST /admin/competitions/:competition/protocols/:number/withdrawal': route({
    ...at,
    summary: 'Отозвать протокол до публикации',
    refuses: ['competition_not_found', 'protocol_not_found', 'protocol_settled'],
    params: ofProtocol,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: maxCutoffReason, pattern: '\\S' }) }),
    response: protocol,
  }),
}
