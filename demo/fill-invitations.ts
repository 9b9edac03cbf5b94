import type { Tx } from '#server/db.ts'
import type { FilledPeople } from './fill-people.ts'
import { daysFrom } from './moment.ts'

/** The people whom the finalist and the captain have invited, by number among the unnamed people. */
const brought = { finalist: [7, 18, 26, 44], captain: [9] } as const

/** Sent invitations and registered people, in the fifth season. */
export async function fillInvitations(tx: Tx, { named, crowd }: FilledPeople, now: Date): Promise<void> {
  await tx
    .insertInto('invite_codes')
    .values([
      { account_id: named.finalist, code: 'demotimur7' },
      { account_id: named.captain, code: 'demoholga3' },
    ])
    .execute()
  await tx
    .insertInto('invitations')
    .values(
      Array.from({ length: 6 }, (_none, number) => ({
        inviter_id: named.finalist,
        competition_code: 'ru_season_5',
        address_hash: Buffer.from(`demo address ${number}`),
        sent: true,
        asked_at: daysFrom(now, -12 + number),
      })),
    )
    .execute()
  await tx
    .insertInto('invitation_arrivals')
    .values(
      Object.entries(brought).flatMap(([name, numbers]) =>
        numbers.map((number, at) => ({
          account_id: crowd[number]?.accountId ?? named.participant,
          competition_code: 'ru_season_5',
          inviter_id: named[name as keyof typeof brought],
          came_at: daysFrom(now, -11 + at * 2.3),
        })),
      ),
    )
    .execute()
}
