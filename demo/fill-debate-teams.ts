import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { FileDisk } from '#server/platform/files/disk.ts'
import { fillTeams } from './fill-formed-teams.ts'
import type { FilledPeople } from './fill-people.ts'
import { byDay, daysFrom, momentAt } from './moment.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

const competition_code = 'politleaders_2'
/** The captain of a team that may still request a replacement; the tests use this person. */
const asking = 24
const roles = ['Спикер', 'Исследователь']

/** A closed stage whose teams are being checked, are decided, or request replacements. */
export async function fillDebateTeams(
  tx: Tx,
  disk: FileDisk,
  { named, crowd }: FilledPeople,
  ids: StageIds,
  now: Date,
): Promise<void> {
  const stage_id = numberOf(ids, `${competition_code}/teams`)
  const until = JSON.stringify({ replace_until: momentAt(now, 12, '18:00:00').toISOString() })
  await tx
    .updateTable('stages')
    .set({ settings: sql`settings || ${until}::jsonb` })
    .where('id', '=', stage_id)
    .execute()
  const people = crowd.slice(30, 43)
  const captain = crowd[asking]
  if (!captain) throw new Error('the demo has a crowd by now')
  await tx
    .insertInto('participations')
    .values({
      ...{ account_id: captain.accountId, competition_code, door: 'participant', track_code: 'main' },
      ...{ region: captain.region, joined_at: byDay(daysFrom(now, -4)) },
    })
    .execute()
  const ids4 = people.map(({ accountId }) => accountId)
  const [heard, firm, other, short, loud] = await fillTeams(
    tx,
    { stage_id, competition_code },
    [
      { name: 'Громкий вопрос', about: 'Спрашиваем о том, о чём принято молчать.', members: ids4.slice(0, 3) },
      { name: 'Точка опоры', about: 'Сначала цифры, потом доводы.', members: ids4.slice(3, 6) },
      { name: 'Обратная сторона', members: ids4.slice(6, 9) },
      { name: 'Короткий регламент', members: ids4.slice(9, 10) },
      { name: 'Право на ответ', about: 'Слушаем до конца.', members: [captain.accountId, ...ids4.slice(10, 12)] },
    ],
    now,
  )
  const teams = [heard, firm, other, short, loud].map((id) => id ?? 0)
  await sql`
    update formed_team_members m set duty = ${sql`(${roles}::text[])`}[placed.place]
    from (select team_id, account_id, row_number() over (partition by team_id order by since, account_id) as place
      from formed_team_members where stage_id = ${stage_id}) as placed
    where placed.team_id = m.team_id and placed.account_id = m.account_id and placed.place <= ${roles.length}`.execute(
    tx,
  )
  const decided = daysFrom(now, -0.3)
  const of = (team: number) => tx.updateTable('formed_teams').where('id', '=', team)
  const members = (team: number) => tx.updateTable('formed_team_members').where('team_id', '=', team)
  await of(teams[0] ?? 0)
    .set({ verdict: 'under_check', verdict_at: decided })
    .execute()
  await members(teams[0] ?? 0)
    .set({ verdict: 'fits' })
    .where('role', '=', 'captain')
    .execute()
  await of(teams[1] ?? 0)
    .set({ verdict: 'admitted', verdict_at: decided })
    .execute()
  await members(teams[1] ?? 0)
    .set({ verdict: 'fits' })
    .execute()
  await of(teams[2] ?? 0)
    .set({ verdict: 'rejected', verdict_at: decided, verdict_reason: 'Один из участников не подтвердил место работы' })
    .execute()
  await members(teams[2] ?? 0)
    .set({ verdict: 'fits' })
    .where('role', '=', 'captain')
    .execute()
  await members(teams[2] ?? 0)
    .set({ verdict: 'unfit', verdict_note: 'Справка с места работы просрочена' })
    .where('role', '=', 'member')
    .execute()

  const file = await aDocument(tx, disk, { account_id: ids4[0] ?? 0, now })
  const { id } = await tx
    .insertInto('team_replacements')
    .values({
      ...{
        team_id: teams[0] ?? 0,
        stage_id,
        asked_by: ids4[0] ?? 0,
        leaving_id: ids4[2] ?? 0,
        coming_id: ids4[12] ?? 0,
      },
      ...{ reason: 'Участник уезжает в командировку до конца сезона', asked_at: byDay(daysFrom(now, -0.6)) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('team_replacement_files').values({ replacement_id: id, file_id: file }).execute()
  await tx
    .insertInto('team_replacements')
    .values({
      ...{
        team_id: teams[1] ?? 0,
        stage_id,
        asked_by: ids4[3] ?? 0,
        leaving_id: ids4[4] ?? 0,
        coming_id: ids4[12] ?? 0,
      },
      ...{ reason: 'Хотим усилить команду', asked_at: byDay(daysFrom(now, -0.8)), state: 'declined' },
      ...{
        answer: 'Заменить можно только того, кто не может участвовать',
        decided_by: named.admin,
        decided_at: decided,
      },
    })
    .execute()
}

/** A drawing of an application. */
async function aDocument(
  tx: Tx,
  disk: FileDisk,
  { account_id, now }: { account_id: number; now: Date },
): Promise<string> {
  // The drawing library is loaded only when the demo is.
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 900" font-family="sans-serif">
    <rect width="640" height="900" fill="#fbfaf7"/><text x="60" y="130" font-size="34" fill="#222">ЗАЯВЛЕНИЕ О ЗАМЕНЕ</text>
    <text x="60" y="200" font-size="24" fill="#555">Не настоящее: для показа портала</text></svg>`
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
  const id = `d6${'0'.repeat(30)}`
  await disk.put(id, bytes)
  await tx
    .insertInto('files')
    .values({
      ...{ id, account_id, purpose: 'file', name: 'Заявление.jpg', type: 'image/jpeg', size: bytes.length },
      ...{ sha256: createHash('sha256').update(bytes).digest('hex'), created_at: now },
    })
    .execute()
  return id
}
