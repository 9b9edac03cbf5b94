import { sql } from 'kysely'
import { wordType } from '#server/platform/documents/word-type.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { inPoints } from '#shared/cutoffs/letters.ts'
import { formalName, fullName } from '#shared/people/full-name.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import type { ProtocolPlace } from './confirm.ts'
import { auditProtocol } from './frozen.ts'
import { ruleInWords } from './rule-in-words.ts'
import { namesOf, peopleNamed, protocolOf } from './store.ts'

interface Row {
  last_name: string
  first_name: string
  middle_name: string | null
  test_id: number
  outcome: 'passed' | 'waiting' | 'failed'
  why: 'line' | 'quota' | 'tie' | 'second' | null
  place: number | null
  waiting: number | null
  score: string | null
  region: string | null
}

const whyWords = { line: '', quota: 'по квоте', tie: 'равный балл на черте', second: 'второй список' }

/** The protocol as a Word document: the rule in words, who passes, waits or fails, and places for two signatures. */
export async function printProtocol(services: Services, actorId: number, place: ProtocolPlace) {
  const { db } = services
  const names = await namesOf(services, place.competition)
  const protocol = await protocolOf(db, place)
  const stage = names.season.byId.get(protocol.stage_id)
  if (!stage) throw new Refusal('protocol_not_found')
  const { rows } = await sql<Row>`
    select a.last_name, a.first_name, a.middle_name, a.test_id, r.outcome, r.why, r.place, r.waiting, r.score, r.region
    from protocol_rows r join accounts a on a.id = r.account_id
    where r.protocol_id = ${protocol.id} and r.outcome <> 'none'
    order by r.place, r.account_id`.execute(db)
  const actors = await peopleNamed(
    db,
    [protocol.frozen_by, protocol.confirmed_by].filter((id) => id !== null),
  )
  const by = (id: number | null) => {
    const one = id === null ? undefined : actors.get(id)
    return one ? fullName(one) : 'учётная запись удалена'
  }
  const { counts, quotas } = protocol.summary
  const listOf = (outcome: Row['outcome']) =>
    rows
      .filter((row) => row.outcome === outcome)
      .map((row) => [
        String(outcome === 'waiting' ? row.waiting : row.place),
        `${formalName(row)}, номер ${row.test_id}`,
        row.region === null ? '' : names.titleOf('region', row.region),
        row.score === null ? '' : inPoints(Number(row.score)),
        row.why ? whyWords[row.why] : '',
      ])
  // The library for documents is large and rarely used, so it is loaded only here.
  const { protocolDocument } = await import('./protocol-document.ts')
  const bytes = await protocolDocument({
    number: protocol.number,
    facts: [
      ['Конкурс', names.season.title],
      ['Этап', stage.title],
      ['Вариант', protocol.title],
      ['Заморожен', `${showDateTime(protocol.frozen_at)}, ${by(protocol.frozen_by)}`],
      [
        'Подтверждён',
        protocol.confirmed_at
          ? `${showDateTime(protocol.confirmed_at)}, ${by(protocol.confirmed_by)}`
          : 'не подтверждён',
      ],
      ...(protocol.withdrawn_at
        ? [['Отозван', `${showDateTime(protocol.withdrawn_at)}. ${protocol.withdrawn_why}`]]
        : []),
      ...(protocol.publish_at ? [['Публикация', showDateTime(protocol.publish_at)]] : []),
      ...(protocol.reason ? [['Причина изменения', protocol.reason]] : []),
      ['Правило', ruleInWords(protocol.rule, names)],
      [
        'Итог',
        `Сравнили: ${counts.people}. Проходят: ${counts.passed}, ждут: ${counts.waiting}, не проходят: ${counts.failed}, без итога: ${counts.none}`,
      ],
      ...quotas
        .filter(({ state }) => state !== 'met')
        .map(({ title, least, taken, there }) => [
          'Квота не заполнена',
          `${title}: нужно ${least}, с итогом ${there}, проходят ${taken}`,
        ]),
      ['Контрольная сумма', protocol.hash],
    ],
    lists: [
      { title: 'Проходят', rows: listOf('passed') },
      { title: 'Список ожидания', rows: listOf('waiting') },
      { title: 'Не проходят', rows: listOf('failed') },
    ].filter((list) => list.rows.length > 0),
  })
  await db.transaction().execute((tx) =>
    auditProtocol(tx, actorId, 'protocol_printed', {
      ...{ ...place, stage: stage.code, hash: protocol.hash },
      inWords: `Протокол № ${place.number}`,
    }),
  )
  return { name: `protocol-${protocol.number}.docx`, type: wordType, bytes }
}
