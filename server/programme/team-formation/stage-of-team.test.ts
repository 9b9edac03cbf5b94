import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { withNewSession } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formalName } from '#shared/platform/names/full-name.ts'

const start = '2026-11-21T12:00:00+03:00'
const afterEnd = '2026-12-01T10:00:01+03:00'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: start })
  await loadDictionaries(app.db)
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

describe('the status of the stage for the person', () => {
  test('GD-11 GD-12 is available, in_progress with the team’s id, then wait, when the locked team refuses changes', async () => {
    const stage = await aTeamStage(app, { size_max: 2 })
    const [captain, one] = [await stage.person(), await stage.person()]
    expect(await stage.stage(captain)).toMatchObject({ status: 'available', extra_data: { team_id: null } })
    const teamId = await stage.team(captain, 'Этапы')
    expect(await stage.stage(captain)).toMatchObject({
      status: 'in_progress',
      extra_data: { team_id: teamId, reason: 'Команда «Этапы»: 1 из 2. Соберите её до 01.12.2026 10:00' },
    })
    const code = await stage.code(captain, teamId, { days: 30, uses: 5 })
    await stage.join(one, teamId, code)
    expect((await stage.read(one, teamId)).body).toMatchObject({ state: 'complete', completeness: { words: '2 из 2' } })
    const late = await stage.person()
    app.clock.set(afterEnd)
    const [leader, member, outside] = [
      await withNewSession(app, captain),
      await withNewSession(app, one),
      await withNewSession(app, late),
    ]
    expect((await stage.stage(leader))?.status).toBe('wait')
    expect((await stage.stage(outside))?.status).toBe('timeover')
    expect((await stage.read(member, teamId)).body).toMatchObject({
      state: 'locked',
      may: ['leave'],
      may_change: false,
    })
    const refused = [
      await stage.remove(leader, teamId, member.testId),
      await stage.join(outside, teamId, code),
      await stage.create(outside, 'Поздно'),
      await stage.change(leader, teamId, { team_name: 'Поздно' }),
      await stage.newCode(leader, teamId),
      await stage.invite(leader, teamId, outside.testId),
      await stage.look(outside, true),
    ]
    for (const { status, body } of refused)
      expect([status, body.code, body.message]).toEqual([
        409,
        'teams_closed',
        'Менять состав команд сейчас нельзя. Срок закончился 01.12.2026 10:00 по Москве',
      ])
    await app.db.updateTable('formed_teams').set({ verdict: 'admitted', verdict_at: app.clock.now() }).execute()
    expect((await stage.stage(member))?.status).toBe('success')
    await app.db.updateTable('formed_teams').set({ verdict: 'rejected', verdict_at: app.clock.now() }).execute()
    expect((await stage.stage(member))?.status).toBe('not_allowed')
    expect((await stage.read(member, teamId)).status).toBe(200)
  })

  test('is timeover for a team that is incomplete when the stage closes; a personal extension keeps it open', async () => {
    const stage = await aTeamStage(app, { size_max: 2 })
    const captain = await stage.person()
    const teamId = await stage.team(captain, 'Не успели')
    await app.db
      .insertInto('stage_extensions')
      .values({
        stage_id: stage.stageId,
        account_id: captain.id,
        closes_at: new Date('2026-12-03T10:00:00+03:00'),
        reason: 'Сбой',
        granted_at: app.clock.now(),
      })
      .execute()
    app.clock.set(afterEnd)
    const leader = await withNewSession(app, captain)
    expect((await stage.stage(leader))?.status).toBe('in_progress')
    expect((await stage.change(leader, teamId, { about: 'Успеем' })).status).toBe(200)
    await app.db.deleteFrom('stage_extensions').execute()
    expect((await stage.stage(leader))?.status).toBe('timeover')
  })

  test('KP-10 the team page shows who has not accepted the rules or given a consent, and the stage waits for that', async () => {
    const stage = await aTeamStage(app, {
      size_max: 2,
      check: 'auto',
      member_stages: ['rules'],
      member_consents: [{ code: 'data', title: 'О данных' }],
    })
    const [captain, one] = [await stage.person(), await stage.person()]
    const accept = (account_id: number) =>
      app.db
        .insertInto('stage_facts')
        .values({ account_id, stage_id: stage.rulesId, passed_at: app.clock.now(), reasons: [] })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'stage_id']).doUpdateSet({ passed_at: app.clock.now() }),
        )
        .execute()
    await app.db
      .insertInto('consent_texts')
      .values({ text_hash: Buffer.alloc(32), text: 'Текст' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const consent = (account_id: number) =>
      app.db
        .insertInto('consents')
        .values({
          account_id,
          competition_code: stage.competition,
          document_code: 'data',
          document_version: 1,
          document_title: 'О данных',
          text_hash: Buffer.alloc(32),
          purpose: '',
          given_at: app.clock.now(),
          ip: '192.0.2.1',
        })
        .execute()
    const teamId = await stage.team(captain, 'Полнота')
    await stage.join(one, teamId, await stage.code(captain, teamId))
    await accept(captain.id)
    await consent(captain.id)
    await accept(one.id)
    const { completeness, members } = (await stage.read(captain, teamId)).body
    const name = members.find(({ me }) => !me)
    expect(completeness).toEqual({
      words: '2 из 2',
      complete: false,
      lines: [`${formalName({ ...name })}: согласие не подтверждено: «О данных»`],
    })
    expect(members.map(({ me, lacks }) => [me, lacks])).toEqual([
      [true, []],
      [false, ['согласие не подтверждено: «О данных»']],
    ])
    const stranger = (await stage.read(await stage.person(), teamId)).body
    expect(stranger.members.map(({ lacks }) => lacks)).toEqual([[], []])
    expect((await stage.stage(captain))?.extra_data.reason).toContain('условия выполнили не все')
    await consent(one.id)
    expect((await stage.stage(captain))?.extra_data.reason).toContain('собрана')
    app.clock.set(afterEnd)
    const member = await withNewSession(app, one)
    expect((await stage.stage(member))?.status).toBe('success')
    await app.db
      .updateTable('consents')
      .set({ withdrawn_at: new Date('2026-12-02T00:00:00Z') })
      .where('account_id', '=', captain.id)
      .execute()
    expect((await stage.stage(member))?.status).toBe('success')
  })

  test('of a stage whose gate requires a team is open for members of a team', async () => {
    const stage = await aTeamStage(app, { size_max: 2 })
    await app.db
      .updateTable('stages')
      .set({ gate: JSON.stringify({ team: 'complete' }) })
      .where('id', '=', stage.rulesId)
      .execute()
    const [captain, one] = [await stage.person(), await stage.person()]
    const rules = async (who: typeof one) =>
      (
        (await app.call('GET /user/user-stages', { token: who.token, query: { competition_code: stage.competition } }))
          .body.stages as { type: string; status: string }[]
      ).find(({ type }) => type === 'rules')?.status
    const teamId = await stage.team(captain, 'Ворота')
    expect(await rules(captain)).toBe('wait')
    await stage.join(one, teamId, await stage.code(captain, teamId))
    expect(await rules(captain)).toBe('available')
  })

  test('a disqualified person sees no teams, and their own team counts them as missing', async () => {
    const stage = await aTeamStage(app, { size_max: 2 })
    const [captain, one] = [await stage.person(), await stage.person()]
    const teamId = await stage.team(captain, 'Без одного')
    await stage.join(one, teamId, await stage.code(captain, teamId))
    await app.db
      .updateTable('participations')
      .set({ disqualified_at: app.clock.now() })
      .where('account_id', '=', one.id)
      .execute()
    expect((await stage.list(one)).body.code).toBe('stage_not_allowed')
    expect((await stage.read(captain, teamId)).body.completeness?.lines[0]).toMatch(/участие в конкурсе прекращено$/)
    expect((await stage.stage(captain))?.status).toBe('in_progress')
  })
})
