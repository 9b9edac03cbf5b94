import { type Static, Type } from 'typebox'
import { maxInfoblockText, maxInfoblockTitle, maxTag } from '#shared/seasons/competitions/limits.ts'

const stage = Type.String({ minLength: 1, maxLength: 64 })
const tag = Type.String({ minLength: 1, maxLength: maxTag })

/** What organisers can do to everybody in an audience. */
export const bulkAct = Type.Union([
  Type.Object({ kind: Type.Literal('tag'), tag }),
  Type.Object({ kind: Type.Literal('untag'), tag }),
  Type.Object({
    kind: Type.Literal('extend'),
    stage,
    closes_at: Type.String({ maxLength: 16, description: 'Московское время, `yyyy-MM-dd HH:mm`' }),
  }),
  Type.Object({
    kind: Type.Literal('disqualify'),
    title: Type.String({ minLength: 1, maxLength: maxInfoblockTitle }),
    text: Type.String({ minLength: 1, maxLength: maxInfoblockText }),
  }),
  Type.Object({ kind: Type.Literal('return'), stage }),
  Type.Object({ kind: Type.Literal('result'), stage, outcome: Type.Enum(['passed', 'failed']) }),
  Type.Object({ kind: Type.Literal('annul'), stage }),
  Type.Object({ kind: Type.Literal('move'), stage, track: Type.String({ minLength: 1, maxLength: 64 }) }),
])
export type BulkAct = Static<typeof bulkAct>
export type BulkActKind = BulkAct['kind']

export const bulkActTitles: Record<BulkActKind, string> = {
  tag: 'Поставить метку',
  untag: 'Снять метку',
  extend: 'Продлить срок этапа',
  disqualify: 'Отстранить от конкурса',
  return: 'Открыть работу заново',
  result: 'Назначить результат',
  annul: 'Аннулировать результат',
  move: 'Перевести в трек',
}

/**
 * These acts decide about people, so one organiser requests them and another confirms. They cannot be undone, because
 * people have read the result.
 */
export const decidingKinds: readonly BulkActKind[] = ['return', 'result', 'annul', 'move']

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
  'not_handed_in',
  'same_result',
  'undecided',
  'work_stopped',
  'in_protocol',
  'same_track',
  'track_full',
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
  not_handed_in: 'ничего не сдал',
  same_result: 'такой результат уже есть',
  undecided: 'результата ещё нет',
  work_stopped: 'работа остановлена из-за сообщения о заимствовании',
  in_protocol: 'о нём решит протокол, который ещё не опубликован',
  same_track: 'уже в этом треке',
  track_full: 'мест в треке не хватает',
  gone: 'больше не участвует',
}
