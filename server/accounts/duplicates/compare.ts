import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { signsOf } from './find-pairs.ts'
import { listMerges } from './list-merges.ts'
import { type Pair, pairOf } from './pair-of.ts'
import { isProved } from './propose-merge.ts'
import { workOut } from './work-out.ts'

/** Two accounts side by side, and what merging the second into the first would do. */
export function comparePair(services: Services, caller: Caller, pair: Pair) {
  return services.db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => compared(tx, caller, pair))
}

async function compared(tx: Tx, caller: Caller, pair: Pair) {
  const { first, second } = await pairOf(tx, caller, pair)
  const competition = await tx
    .selectFrom('competitions')
    .select('title')
    .where('code', '=', pair.competition)
    .executeTakeFirstOrThrow()
  const { moves, conflicts, obstacles } = await workOut(tx, { kept: first.id, merged: second.id }, new Map())
  const known = await linesOf(tx, [first.id, second.id])
  const apart = await tx
    .selectFrom('different_people as d')
    .leftJoin('accounts as w', 'w.id', 'd.told_by')
    .select(['d.reason', 'd.told_at', 'w.first_name', 'w.last_name'])
    .where('d.account_id', '=', Math.min(first.id, second.id))
    .where('d.other_id', '=', Math.max(first.id, second.id))
    .executeTakeFirst()
  return {
    competition_title: competition.title,
    people: [first, second].map((person) => ({
      test_id: person.test_id,
      name: formalName(person),
      birth_date: person.birth_date,
      email: person.email,
      phone: person.phone,
      created_at: formatWire(person.created_at),
      takes_part: person.takes_part,
      lines: [
        { label: 'Почта подтверждена', value: person.email_verified_at ? 'да' : 'нет' },
        ...(known.get(person.id) ?? []),
      ],
    })),
    signs: await signsOf(tx, first.id, second.id),
    apart: apart
      ? {
          reason: apart.reason,
          by: fullName({ first_name: apart.first_name ?? '', last_name: apart.last_name ?? '' }),
          at: formatWire(apart.told_at),
        }
      : null,
    ...{ moves, conflicts, obstacles },
    needs_second: !(await isProved(tx, first.id, second.id)),
    merges: await listMerges(tx, caller, pair.competition, { one: first.id, other: second.id }),
  }
}

interface Known {
  id: number
  kinds: string[]
  seen: Date | null
  participations: { title: string; track: string | null; finalist: boolean; disqualified: boolean }[]
}

/** Of documents only their presence is shown. */
async function linesOf(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<Known>`select a.id,
      array(select kind from personal_documents where account_id = a.id order by kind) as kinds,
      (select max(last_seen_at) from sessions where account_id = a.id) as seen,
      coalesce((select json_agg(json_build_object('title', c.title, 'track', t.title,
          'finalist', p.finalist_at is not null, 'disqualified', p.disqualified_at is not null) order by c.sort)
        from participations p join competitions c on c.code = p.competition_code
        left join tracks t on t.competition_code = p.competition_code and t.code = p.track_code
        where p.account_id = a.id), '[]') as participations
    from accounts a where a.id = any(${[...ids]}::integer[])`.execute(tx)
  const words: Record<string, string> = { passport: 'паспорт', snils: 'СНИЛС' }
  return new Map(
    rows.map(({ id, kinds, seen, participations }) => [
      id,
      [
        { label: 'Последний вход', value: seen ? showDateTime(new Date(seen)) : 'не было' },
        { label: 'Документы', value: kinds.map((kind) => words[kind] ?? kind).join(', ') || 'не указаны' },
        {
          label: 'Участие',
          value:
            participations
              .map(({ title, track, finalist, disqualified }) =>
                [quoted(title), track, finalist && 'финалист', disqualified && 'отстранён'].filter(Boolean).join(', '),
              )
              .join('; ') || 'нигде',
        },
      ],
    ]),
  )
}

/** Stores that two accounts belong to different people; a reason of null takes it back. */
export async function tellApart(services: Services, caller: Caller, pair: Pair, reason: string | null) {
  return services.db.transaction().execute(async (tx) => {
    const { first, second } = await pairOf(tx, caller, pair, { locked: true })
    const key = { account_id: Math.min(first.id, second.id), other_id: Math.max(first.id, second.id) }
    if (reason === null)
      await tx
        .deleteFrom('different_people')
        .where('account_id', '=', key.account_id)
        .where('other_id', '=', key.other_id)
        .execute()
    else {
      const told = { reason: reason.trim(), told_by: caller.accountId, told_at: services.clock() }
      await tx
        .insertInto('different_people')
        .values({ ...key, ...told })
        .onConflict((conflict) => conflict.columns(['account_id', 'other_id']).doUpdateSet(told))
        .execute()
    }
    const answer = await compared(tx, caller, pair)
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: reason === null ? 'people_alike_again' : 'people_told_apart',
      subject: `participant:${pair.competition}/${pair.testId}`,
      detail: { competition: pair.competition, person: pair.testId, other: pair.otherId },
    })
    return answer
  })
}
