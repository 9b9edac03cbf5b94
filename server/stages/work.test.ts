import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverStageKinds } from '#server/kinds/kinds.ts'
import type { Services } from '#server/services.ts'
import { formWork } from '#server/stages/forms/form-work.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { answerData } from '#shared/forms/fields/wire.ts'
import { usualBlockOn } from '#shared/stages/block-on.ts'
import { stageKind } from '#shared/stages/kind.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'
import { acceptHandIn } from './accept-hand-in.ts'
import { handInDraftsAtEnd } from './hand-in-drafts.ts'
import { serverKind } from './kind.ts'
import { interrupt } from './or-interrupt.ts'
import { readDraft } from './read-work.ts'
import { createSeasons } from './seasons.ts'
import { settleAndTell } from './settle.ts'
import { handInWork, saveWorkDraft } from './work.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const hour = 3_600_000
const at = (hours: number) => new Date(start.getTime() + hours * hour)

/** A kind with work of teams. At the end its draft is handed in only when it has a plan. */
const sharedWork = serverKind(
  stageKind(
    kindFacts({
      type: 'shared_work',
      title: 'Общая работа',
      addresses: usualAddress,
      blockOn: usualBlockOn,
      needsViewable: false,
      work: 'team',
      words: usualWords,
    }),
    { settings: Type.Object({}), steps: [], answer: answerData, faults: null },
  ),
  {
    work: formWork({
      questions: () => ({
        version: 1,
        sections: [
          {
            code: 'a',
            title: 'А',
            fields: [{ name: 'plan', label: 'План', view: 'text', validation_rules: { required: true } }],
          },
        ],
      }),
      follows: () => 'accept',
      faultyDraft: 'declined',
      inWords: async (_db, handedIn) => handedIn.map(() => []),
    }),
    attempts: null,
    standing: null,
    ownData: null,
    files: null,
    checklist: () => [],
  },
)

describe('the work of a team', () => {
  async function aTeam() {
    app.clock.set(start)
    const services: Services = {
      ...app.services,
      seasons: createSeasons({ kinds: { ...serverStageKinds, shared_work: sharedWork }, trusted: () => false }),
    }
    const { code, stageIds } = await aCompetition(app.db, {
      teams: { type: 'teams_forming', settings: { size_min: 2, size_max: 3 } },
      work: { type: 'shared_work', closes_at: at(2), submit_draft_at_end: true },
    })
    const people = [await aPerson(app), await aPerson(app), await aPerson(app)]
    for (const { id } of people) await takesPart(app.db, id, code, 'main', start)
    const { id: teamId } = await app.db
      .insertInto('formed_teams')
      .values({ stage_id: stageIds.teams, competition_code: code, name: code, name_key: code, created_at: start })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [captain, member, stranger] = people.map(({ id }) => id) as [number, number, number]
    await app.db
      .insertInto('formed_team_members')
      .values(
        [captain, member].map((account_id) => ({
          team_id: teamId,
          stage_id: stageIds.teams,
          account_id,
          state: 'active' as const,
          since: start,
        })),
      )
      .execute()
    const stage = { stageId: stageIds.work }
    const save = (accountId: number, plan: string, basedOn?: number) =>
      saveWorkDraft(services, { accountId, stage, data: { plan }, basedOn, receivedAt: app.clock.now() })
    const handIn = (accountId: number, plan: string) =>
      handInWork(services, {
        accountId,
        stage,
        data: { plan },
        receivedAt: app.clock.now(),
        ip: '',
        idempotencyKey: undefined,
      })
    const facts = () =>
      app.db
        .selectFrom('stage_facts')
        .select(['account_id', 'submitted_at', 'passed_at', 'interrupted_at'])
        .where('stage_id', '=', stage.stageId)
        .orderBy('account_id')
        .execute()
    return { services, stage, save, handIn, facts, captain, member, stranger }
  }

  test('the members share one draft, and nobody else can read or write it', async () => {
    const { services, stage, save, captain, member, stranger } = await aTeam()
    await save(captain, 'Начало')
    expect(await readDraft(services, member, stage)).toMatchObject({ draft: { plan: 'Начало' }, revision: 1 })
    await save(member, 'Продолжение', 1)
    await expect(save(captain, 'Своё', 1)).rejects.toMatchObject({ code: 'draft_conflict' })
    await expect(save(stranger, 'Чужое')).rejects.toMatchObject({ code: 'stage_not_allowed' })
    await expect(readDraft(services, stranger, stage)).rejects.toMatchObject({ code: 'stage_not_allowed' })
  })

  test('a hand-in counts for each member, and accepting it passes all of them', async () => {
    const { handIn, facts, captain, member } = await aTeam()
    const { receipt, status } = await handIn(captain, 'План')
    expect([receipt.revision, status]).toEqual([1, 'processing'])
    expect(await facts()).toMatchObject([
      { account_id: captain, submitted_at: start },
      { account_id: member, submitted_at: start },
    ])
    await expect(handIn(member, 'Другой план')).rejects.toMatchObject({ code: 'stage_closed' })
    const { id } = await app.db
      .selectFrom('hand_ins')
      .select('id')
      .where('receipt_number', '=', receipt.number)
      .executeTakeFirstOrThrow()
    await acceptHandIn(app.services, id)
    expect((await facts()).map(({ passed_at }) => passed_at)).toEqual([start, start])
    const told = await app.db
      .selectFrom('notifications')
      .select('account_id')
      .where('text', 'like', `%${receipt.number}%`)
      .orderBy('account_id')
      .execute()
    expect(told.map(({ account_id }) => account_id)).toEqual([captain, member])
  })

  test('the job of a hand-in that was returned does not accept or interrupt the later one', async () => {
    const { services, handIn, facts, stage, captain, member } = await aTeam()
    const idOf = async ({ receipt }: Awaited<ReturnType<typeof handIn>>) =>
      (
        await app.db
          .selectFrom('hand_ins')
          .select('id')
          .where('receipt_number', '=', receipt.number)
          .executeTakeFirstOrThrow()
      ).id
    const earlier = await idOf(await handIn(captain, 'План'))
    const returned = { stageId: stage.stageId, outcome: 'returned' as const, reason: 'Уточните' }
    await app.db
      .transaction()
      .execute((tx) => settleAndTell(tx, services, { ...returned, accountIds: [captain, member] }))
    const later = await idOf(await handIn(captain, 'Уточнённый план'))
    await acceptHandIn(app.services, earlier)
    await interrupt(app.services, earlier, null)
    const settled = async () => (await facts()).map(({ passed_at, interrupted_at }) => passed_at ?? interrupted_at)
    expect(await settled()).toEqual([null, null])
    await acceptHandIn(app.services, later)
    expect(await settled()).toEqual([start, start])
  })

  test('two members who hand in at the same time hand in once', async () => {
    const { handIn, captain, member } = await aTeam()
    const done = await Promise.allSettled([handIn(captain, 'Раз'), handIn(member, 'Два')])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('the draft at the end of the stage is handed in for the whole team', async () => {
    const { services, save, facts, captain } = await aTeam()
    await save(captain, 'Готово')
    app.clock.set(at(3))
    await handInDraftsAtEnd(services)
    expect((await facts()).map(({ submitted_at }) => submitted_at)).toEqual([at(2), at(2)])
  })
})

describe('drafts at the end of a stage', () => {
  async function anEssay(submit = true) {
    app.clock.set(start)
    const { code, stageIds } = await aCompetition(
      app.db,
      {
        essay: {
          type: 'essay',
          closes_at: at(2),
          submit_draft_at_end: submit,
          track_windows: JSON.stringify({ late: { closes_at: at(4).toISOString() } }),
          settings: { task: 'Пишите', min_words: 2, max_words: 5 },
        },
      },
      { tracks: ['main', 'late'] },
    )
    const person = async (track: string, text: string) => {
      const { id } = await aPerson(app)
      await takesPart(app.db, id, code, track, start)
      const stage = { stageId: stageIds.essay }
      await saveWorkDraft(app.services, {
        accountId: id,
        stage,
        data: { text },
        basedOn: undefined,
        receivedAt: app.clock.now(),
      })
      return id
    }
    const handedIn = async (...ids: number[]) =>
      (
        await app.db
          .selectFrom('hand_ins')
          .select('account_id')
          .where('account_id', 'in', ids)
          .where('by_system', '=', true)
          .orderBy('account_id')
          .execute()
      ).map((row) => row.account_id)
    return { code, stageId: stageIds.essay, person, handedIn }
  }
  const sweep = () => handInDraftsAtEnd(app.services)
  const sweepCost = () => countQueries(sweep)

  test('each draft is handed in once, at the end of its track, and a sweep without due drafts is one query', async () => {
    const { person, handedIn } = await anEssay()
    const early = await person('main', 'Мой ответ готов')
    const late = await person('late', 'Мой ответ готов')
    expect(await sweepCost()).toBe(1)
    app.clock.set(at(3))
    expect(await sweep()).toBe(1)
    expect(await handedIn(early, late)).toEqual([early])
    expect(await sweepCost()).toBe(1)
    app.clock.set(at(5))
    expect(await sweep()).toBe(1)
    expect(await handedIn(early, late)).toEqual([early, late])
  })

  test('an essay beyond its limits is declined once, marked, and not checked again', async () => {
    const { person, handedIn } = await anEssay()
    const id = await person('main', 'Коротко')
    app.clock.set(at(3))
    expect(await sweep()).toBe(0)
    expect(await handedIn(id)).toEqual([])
    const kept = await app.db
      .selectFrom('stage_drafts')
      .select(['data', 'due_at', 'declined_at'])
      .where('account_id', '=', id)
      .executeTakeFirst()
    expect(kept).toEqual({ data: { text: 'Коротко' }, due_at: null, declined_at: at(3) })
    expect(await sweepCost()).toBe(1)
  })

  test('a window that is moved after the draft was saved applies to it', async () => {
    const { stageId, person, handedIn } = await anEssay()
    const [extended, other] = [await person('main', 'Мой ответ готов'), await person('main', 'Мой ответ готов')]
    await app.db
      .insertInto('stage_extensions')
      .values({ stage_id: stageId, account_id: extended, closes_at: at(6), reason: 'Болезнь', granted_at: start })
      .execute()
    app.clock.set(at(3))
    expect(await sweep()).toBe(1)
    expect(await handedIn(extended, other)).toEqual([other])
    app.clock.set(at(7))
    expect(await sweep()).toBe(1)
    expect(await handedIn(extended, other)).toEqual([extended, other])

    const second = await anEssay()
    const early = await second.person('late', 'Мой ответ готов')
    await app.db
      .updateTable('stages')
      .set({ track_windows: '{}', closes_at: at(1) })
      .where('id', '=', second.stageId)
      .execute()
    app.clock.set(at(2))
    expect(await sweep()).toBe(1)
    expect(await second.handedIn(early)).toEqual([early])
  })

  test('without this setting of the stage a draft is not handed in', async () => {
    const { person, handedIn } = await anEssay(false)
    const id = await person('main', 'Мой ответ готов')
    app.clock.set(at(3))
    expect(await sweep()).toBe(0)
    expect(await handedIn(id)).toEqual([])
  })

  test('the cost of a sweep depends on due drafts, not on all drafts', async () => {
    const { person } = await anEssay()
    for (let n = 0; n < 3; n += 1) await person('main', 'Мой ответ готов')
    for (let n = 0; n < 12; n += 1) await person('late', 'Мой ответ готов')
    app.clock.set(at(3))
    // One statement each: find the draft, find the season, lock the stage, lock the draft, look for running uploads,
    // read, check the dictionaries' version, save; and the list of due drafts.
    expect(await sweepCost()).toBeLessThanOrEqual(2 + 3 * 8)
  })
})
