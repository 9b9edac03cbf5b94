import { type Static, Type } from 'typebox'
import { maxInfoblockText, maxInfoblockTitle, maxTag } from '#shared/participants/limits.ts'

const tag = Type.String({ minLength: 1, maxLength: maxTag })

/** What organisers can do to everybody of an audience. */
export const bulkAct = Type.Union([
  Type.Object({ kind: Type.Literal('tag'), tag }),
  Type.Object({ kind: Type.Literal('untag'), tag }),
  Type.Object({
    kind: Type.Literal('extend'),
    stage: Type.String({ minLength: 1, maxLength: 64 }),
    closes_at: Type.String({ maxLength: 16, description: 'Московское время, `yyyy-MM-dd HH:mm`' }),
  }),
  Type.Object({
    kind: Type.Literal('disqualify'),
    title: Type.String({ minLength: 1, maxLength: maxInfoblockTitle }),
    text: Type.String({ minLength: 1, maxLength: maxInfoblockText }),
  }),
])
export type BulkAct = Static<typeof bulkAct>
export type BulkActKind = BulkAct['kind']

export const bulkActTitles: Record<BulkActKind, string> = {
  tag: 'Поставить метку',
  untag: 'Снять метку',
  extend: 'Продлить срок этапа',
  disqualify: 'Отстранить от конкурса',
}

/** Why an act leaves a person out. */
export const skips = [
  'tagged',
  'too_many_tags',
  'untagged',
  'supporter',
  'shut_out',
  'not_meant',
  'handed_in',
  'longer',
  'gone',
] as const
export type Skip = (typeof skips)[number]

export const skipTitles: Record<Skip, string> = {
  tagged: 'метка уже есть',
  too_many_tags: 'меток уже слишком много',
  untagged: 'такой метки нет',
  supporter: 'это сторонник, этапов у него нет',
  shut_out: 'уже отстранён',
  not_meant: 'этап другого трека',
  handed_in: 'уже сдал',
  longer: 'срок и так не раньше',
  gone: 'больше не участвует',
}
