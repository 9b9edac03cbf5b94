import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { mgmtProposalKind } from '#shared/kinds/mgmt_proposal/contract.ts'
import type { UsePurpose } from '#shared/kinds/mgmt_proposal/routes.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { isHandedIn, isRead, mayBeShown } from './store.ts'
import { takenPlaces } from './topic-places.ts'

const purposes: readonly UsePurpose[] = ['annotation', 'agency']

/** The author's data besides the form: topics with their places, consents, and whether withdrawal is possible. */
export async function readOwnProposal({ db, seasons, clock }: Services, accountId: number, stageId: number) {
  const stage = await oneStage(db, seasons, accountId, { stageId, type: 'mgmt_proposal' }, clock())
  const { topics } = settingsAt(mgmtProposalKind, stage.row)
  const taken = await takenPlaces(db, stageId)
  const curators = await curatorsOf(db, stageId)
  const work = await ownWork(db, accountId, stageId)
  const given = await consentsOf(db, accountId, stageId)
  return {
    topics: topics.map((topic) => ({
      ...topic,
      left: topic.limit === 0 ? null : Math.max(0, topic.limit - (taken.get(topic.code) ?? 0)),
      curators: curators.filter(({ topics: own }) => own.includes(topic.code)).map((person) => fullName(person)),
    })),
    handed_in: work?.stands ?? false,
    may_withdraw: work?.waits === true && !work.read,
    why_not: work?.waits && work.read ? wordingOf('withdrawal_too_late', {}) : '',
    consents: purposes.map((purpose) => {
      const at = given.get(purpose)
      return { purpose, given_at: at ? formatWire(at) : null }
    }),
    annotation_shown: work?.shown ?? false,
    annotations: await shownAt(db, stage.row.competitionCode),
  }
}

const curatorsOf = async (db: Db, stageId: number) =>
  (
    await db
      .selectFrom('stage_staff as t')
      .innerJoin('accounts as a', 'a.id', 't.account_id')
      .select(['a.first_name', 'a.last_name', 't.topics'])
      .where('t.stage_id', '=', stageId)
      .where('t.duty', '=', 'check')
      .where('t.topics', 'is not', null)
      .orderBy('a.last_name')
      .orderBy('a.id')
      .execute()
  ).map(({ topics, ...person }) => ({ ...person, topics: topics ?? [] }))

const ownWork = (db: Db, accountId: number, stageId: number) =>
  db
    .selectFrom('works as w')
    .select([
      sql<boolean>`w.waits_since is not null`.as('waits'),
      isHandedIn.as('stands'),
      isRead.as('read'),
      sql<boolean>`exists (select from shown_annotations n where n.work_id = w.id) and ${mayBeShown}`.as('shown'),
    ])
    .where('w.stage_id', '=', stageId)
    .where('w.account_id', '=', accountId)
    .executeTakeFirst()

async function consentsOf(db: Db, accountId: number, stageId: number): Promise<Map<UsePurpose, Date>> {
  const rows = await db
    .selectFrom('work_consents')
    .select(['purpose', 'given_at'])
    .where('stage_id', '=', stageId)
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .execute()
  return new Map(rows.map(({ purpose, given_at }) => [purpose, given_at]))
}

async function shownAt(db: Db, competitionCode: string): Promise<number> {
  const { count } = await db
    .selectFrom('shown_annotations as n')
    .innerJoin('works as w', 'w.id', 'n.work_id')
    .innerJoin('stages as s', 's.id', 'w.stage_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('s.competition_code', '=', competitionCode)
    .where(mayBeShown)
    .executeTakeFirstOrThrow()
  return count
}
