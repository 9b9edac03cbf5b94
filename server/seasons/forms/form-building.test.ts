import { utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { jobTasks } from '#server/jobs.ts'
import { specialFields } from '#server/stages/forms/special-fields.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { FormField, FormSchema } from '#shared/forms/fields/field.ts'

let app: TestApp
const start = new Date('2026-11-21T12:00:00+03:00')
const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
beforeAll(async () => {
  app = await testApp({ now: start })
  await loadDictionaries(app.db)
})
afterAll(() => app.close())

const key = 'GET /admin/competitions/:competition/stages/:code/form'
const saving = 'PUT /admin/competitions/:competition/stages/:code/form'
const publishing = 'POST /admin/competitions/:competition/stages/:code/form/publish'

const field = (name: string, more: Partial<FormField> = {}): FormField => ({ name, label: name, view: 'text', ...more })
const formOf = (...fields: FormField[]): FormSchema => ({
  version: 0,
  sections: [{ code: 'main', title: 'Главное', fields }],
})
const goal = field('goal', { label: 'Цель', validation_rules: { required: true } })
const works = field('works', { label: 'Работаю', view: 'checkbox' })
const place = field('place', { label: 'Где', visible_when: { field: 'works', equals: true } })

async function theForm(form: FormSchema | null = formOf(goal, works, place), more: object = {}) {
  app.clock.set(start)
  const { code: competition, stageIds } = await aCompetition(app.db, {
    form: { type: 'form', closes_at: later(24 * 7), ...more },
    rules: { type: 'rules' },
  })
  if (form) await publishForm(app.db, stageIds.form, { ...form, version: 1 }, start)
  const params = { competition, code: 'form' }
  const account = await anAccount(app, { isDemo: true, flags: ['competitions'] })
  const { token } = await sessionOf(app, account)
  const read = async () => (await app.call(key, { token, params })).body
  const save = async (next: FormSchema, revision?: number) =>
    app.call(saving, { token, params, body: { revision: revision ?? (await read()).revision, form: next } as never })
  const publish = async (answers: 'keep' | 'reopen' | null = null) =>
    app.call(publishing, { token, params, body: { revision: (await read()).revision, answers } })
  return { competition, stageId: stageIds.form, params, token, read, save, publish }
}

type Built = Awaited<ReturnType<typeof theForm>>
const person = async ({ competition }: Built) => aPerson(app, competition)
const draft = (of: Built, { token }: { token: string }, data: object) =>
  app.call('PUT /user/forms/:competition/:form/draft', {
    token,
    params: { competition: of.competition, form: 'form' },
    body: { data: { ...data } },
  })
const handIn = (of: Built, { token }: { token: string }, data: object, form_version?: number) =>
  app.call('PUT /user/forms/:competition/:form', {
    token,
    params: { competition: of.competition, form: 'form' },
    body: { data: { ...data }, ...(form_version !== undefined && { form_version }) },
  })

describe('a form is put together', () => {
  test('a draft is kept for organisers, and people see it once it is published as the next version', async () => {
    const built = await theForm(null)
    expect(await built.read()).toMatchObject({ revision: 0, published: null, form: { version: 0, sections: [] } })
    const saved = await built.save(formOf(goal))
    expect([saved.status, saved.body.revision, saved.body.changes]).toEqual([
      200,
      1,
      [expect.objectContaining({ field: 'goal', words: 'новый обязательный вопрос' })],
    ])
    const one = await person(built)
    const page = async () =>
      (
        await app.call('GET /user/forms/:competition/:form', {
          token: one.token,
          params: { competition: built.competition, form: 'form' },
        })
      ).body.form
    expect(await page()).toEqual({ version: 0, sections: [] })
    const published = await built.publish()
    expect([published.status, published.body.published?.version, published.body.changes]).toEqual([200, 1, []])
    expect((await page()).version).toBe(1)
    // A draft that equals the published form is dropped.
    await built.save(formOf(goal, works))
    expect((await built.save({ ...formOf(goal), version: 5 })).body).toMatchObject({ saved_at: null, changes: [] })
  })

  test('a circle, a condition on a missing field and an unknown dictionary are refused with their place', async () => {
    const built = await theForm()
    const refused = async (...fields: FormField[]) => {
      const { status, body } = await built.save(formOf(...fields))
      return [status, body.code, body.message]
    }
    const start = 'В анкете нужно кое-что исправить.'
    expect(
      await refused(
        field('a', { label: 'Первый', visible_when: { field: 'b', filled: true } }),
        field('b', { label: 'Второй', visible_when: { field: 'a', filled: true } }),
      ),
    ).toEqual([
      422,
      'form_faulty',
      `${start} Вопрос «Первый»: Условия показа замкнуты в круг: «Первый» → «Второй» → «Первый»`,
    ])
    expect(await refused(goal, field('b', { label: 'Где', visible_when: { field: 'works', equals: true } }))).toEqual([
      422,
      'form_faulty',
      `${start} Вопрос «Где»: В условии или правиле назван вопрос «works», которого в анкете нет`,
    ])
    expect(await refused(field('c', { label: 'Школа', view: 'select', params: { dict: 'nowhere' } }))).toEqual([
      422,
      'form_faulty',
      `${start} Вопрос «Школа»: Справочника «nowhere» в конкурсе нет`,
    ])
    const shapeless = { field: 'works', equals: [{}] } as never
    expect((await built.save(formOf(goal, works, field('d', { visible_when: shapeless })))).status).toBe(400)
    expect((await built.read()).revision).toBe(0)
  })

  test('of two organisers who save at once the second is refused with a conflict', async () => {
    const built = await theForm()
    const both = await Promise.all([built.save(formOf(goal), 0), built.save(formOf(goal, works), 0)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('stage_edit_conflict')
  })

  test('a draft can be dropped; an empty form, another kind and an unknown stage are refused', async () => {
    const built = await theForm()
    await built.save(formOf(goal))
    const { params, token } = built
    const dropped = await app.call('DELETE /admin/competitions/:competition/stages/:code/form', {
      ...{ token, params },
      query: { revision: 1 },
    })
    expect([dropped.status, dropped.body.form.version, dropped.body.changes]).toEqual([200, 1, []])
    await built.save({ version: 0, sections: [] })
    expect((await built.publish('keep')).body.code).toBe('form_faulty')
    for (const code of ['rules', 'nothing'])
      expect((await app.call(key, { token, params: { ...params, code } })).status).toBe(404)
  })
})

describe('a new version', () => {
  test('a change that hurts no answers is published without a question, and answers keep the version that they were given for', async () => {
    const built = await theForm()
    const one = await person(built)
    await handIn(built, one, { goal: 'Расти' })
    await built.save(formOf({ ...goal, hint: 'Коротко' }, works, place, field('more')))
    expect((await built.publish()).status).toBe(200)
    const kept = await app.db
      .selectFrom('hand_ins')
      .select('form_version')
      .where('stage_id', '=', built.stageId)
      .execute()
    expect(kept).toEqual([{ form_version: 1 }])
    const another = await person(built)
    const old = await handIn(built, another, { goal: 'Учиться' }, 1)
    expect([old.status, old.body.code, Object.keys(old.body.fields ?? {})]).toEqual([
      409,
      'form_version_outdated',
      ['goal', 'more'],
    ])
  })

  test('before answers are hidden or broken the organiser sees how many and chooses what happens to them', async () => {
    const built = await theForm()
    const people = [await person(built), await person(built), await person(built), await person(built)] as const
    await handIn(built, people[0], { goal: 'Расти', works: true, place: 'Завод' })
    await handIn(built, people[1], { goal: 'Учиться' })
    await draft(built, people[2], { works: true, place: 'Банк' })
    await draft(built, people[3], { goal: 'Помогать' })
    const saved = await built.save(formOf(goal, works))
    expect(saved.body).toMatchObject({
      answers: { drafts: 2, handed_in: 2 },
      hurt: { drafts: 1, handed_in: 1 },
      may_reopen: true,
    })
    const asked = await built.publish()
    expect([asked.status, asked.body.code, asked.body.message]).toEqual([
      409,
      'form_breaks_answers',
      'Правка скрывает или ломает ответы: 1 черновик, 1 сданная. Выберите, что с ними будет, и опубликуйте ещё раз',
    ])
    app.clock.set(later(1 / 20))
    expect((await built.publish('keep')).status).toBe(200)
    const stage = async ({ token }: { token: string }) =>
      (await app.call('GET /user/stages/:stage_id', { token, params: { stage_id: built.stageId } })).body.status
    expect(await stage(people[0])).toBe('wait')

    await built.save(
      formOf(goal, works, field('phone', { label: 'Телефон', view: 'phone', validation_rules: { required: true } })),
    )
    expect((await built.read()).hurt).toEqual({ drafts: 2, handed_in: 2 })
    app.clock.set(later(1 / 10))
    expect((await built.publish('reopen')).status).toBe(200)
    expect(await stage(people[0])).toBe('available')
    await runQueued(app.db, 'tell_of_form', jobTasks(app.services))
    const told = await app.db
      .selectFrom('notifications')
      .select('account_id')
      .where('title', 'like', '%изменилась')
      .execute()
    expect(told.map(({ account_id }) => account_id).toSorted()).toEqual([people[0].id, people[1].id].toSorted())
  })

  test('an answer does not count as broken when the new question is hidden from the person; a closed stage is not opened again', async () => {
    const built = await theForm()
    const people = [await person(built), await person(built)] as const
    await handIn(built, people[0], { goal: 'Расти', works: true, place: 'Завод' })
    await handIn(built, people[1], { goal: 'Учиться' })
    const chief = field('chief', {
      visible_when: { all: [{ field: 'works', equals: true }, { not: { field: 'place', in: ['Банк', 'Суд'] } }] },
      validation_rules: { required: true },
    })
    expect((await built.save(formOf(goal, works, place, chief))).body.hurt).toEqual({ drafts: 0, handed_in: 1 })
    await app.db
      .updateTable('stages')
      .set({ closes_at: later(-1) })
      .where('id', '=', built.stageId)
      .execute()
    await app.heard()
    const refused = await built.publish('reopen')
    expect([refused.status, refused.body.code]).toEqual([409, 'stage_closed'])
    expect((await built.read()).published?.version).toBe(1)
  })
})

describe('a question with a time to keep answers', () => {
  test('has its answers erased when the time is over, in drafts and in hand-ins', async () => {
    const health = field('health', { label: 'Здоровье', special: true, keep_days: 30 })
    const built = await theForm(formOf(goal, health))
    const people = [await person(built), await person(built)] as const
    await handIn(built, people[0], { goal: 'Расти', health: 'Здорова' })
    await draft(built, people[1], { goal: 'Учиться', health: 'Здоров' })
    const job = () => jobTasks(app.services).forget_expired?.({} as never, {} as never)
    const left = async () => {
      const rows = await app.db.selectFrom('hand_ins').select('data').where('stage_id', '=', built.stageId).execute()
      const drafts = await app.db
        .selectFrom('stage_drafts')
        .select('data')
        .where('stage_id', '=', built.stageId)
        .execute()
      return [...rows, ...drafts].map(({ data }) => Object.keys(data).toSorted().join())
    }
    app.clock.set(later(24 * 29))
    await job()
    expect(new Set(await left())).toEqual(new Set(['goal,health']))
    app.clock.set(later(24 * 31))
    await job()
    expect(new Set(await left())).toEqual(new Set(['goal']))
  })
})

describe('dictionaries of a competition', () => {
  test('a good table becomes a dictionary that forms may use; items missing in a later table are no longer offered', async () => {
    const built = await theForm()
    const { competition, token } = built
    const load = async (rows: [string, string][], dict = 'schools_of_town') => {
      const book = utils.book_new()
      utils.book_append_sheet(book, utils.aoa_to_sheet([['Код', 'Значение'], ...rows]), 'Школы')
      const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
      const path = `/api/v3/admin/competitions/${competition}/dictionaries/${dict}/import`
      const answer = await app.fetch(`${path}?title=${encodeURIComponent('Школы города')}`, {
        method: 'POST',
        headers: { 'X-Token': token, 'Content-Type': multipartType },
        body: new Uint8Array(multipartBody(bytes, 'школы.xlsx')),
      })
      return { status: answer.status, body: (await answer.json()) as { code?: string; fields?: object } }
    }
    const loaded = await load([
      ['one', 'Школа № 1'],
      ['two', 'Лицей'],
    ])
    expect(loaded.status).toBe(201)
    const school = field('school', {
      label: 'Школа',
      view: 'select',
      params: { dict: 'schools_of_town', competition_specific_dict: true },
    })
    expect((await built.save(formOf(goal, school))).body.dictionaries).toMatchObject({
      schools_of_town: [
        { id: 'one', value: 'Школа № 1' },
        { id: 'two', value: 'Лицей' },
      ],
    })
    await built.publish()
    const bad = await load([
      ['one', ''],
      ['two', 'Лицей'],
      ['two', 'Гимназия'],
    ])
    expect([bad.status, bad.body.code, bad.body.fields]).toMatchObject([
      422,
      'table_faulty',
      {
        'Строка 2': { message: 'Нет значения' },
        'Строка 4': { message: 'Код «two» уже есть в строке 3' },
      },
    ])
    expect((await load([['x', 'Икс']], 'regions')).body.code).toBe('dictionary_code_taken')
    const listed = async () =>
      (
        await app.call('GET /admin/competitions/:competition/dictionaries', { token, params: { competition } })
      ).body.dictionaries.filter(({ own }) => own)
    expect(await listed()).toEqual([{ id: 'schools_of_town', value: 'Школы города', own: true, items: 2 }])
    await load([['two', 'Лицей № 2']])
    expect(await listed()).toMatchObject([{ items: 1 }])
    const one = await person(built)
    const chosen = async (id: string) => (await handIn(built, one, { goal: 'Расти', school: { id, value: '' } })).status
    expect([await chosen('one'), await chosen('two')]).toEqual([422, 200])
  })
})

test('judges are not shown data of a special category, marked before or after the answer', async () => {
  const built = await theForm(formOf(goal, field('health'), field('jobs', { view: 'group', fields: [field('faith')] })))
  const { stageId: id } = built
  const marked = formOf(
    goal,
    field('health', { special: true }),
    field('jobs', { view: 'group', fields: [field('faith', { special: true })] }),
  )
  const hidden = await specialFields(app.db, { id, form: { ...marked, version: 2 } }, 1)
  expect(['goal', 'health', 'jobs.0.faith', 'jobs.0.firm'].map(hidden)).toEqual([false, true, true, false])
  await publishForm(app.db, id, { ...marked, version: 2 }, start)
  const later = await specialFields(app.db, { id, form: { ...formOf(goal, field('health')), version: 3 } }, 2)
  expect(later('health')).toBe(true)
})

describe('at once', () => {
  test('TW-14 of two organisers who publish a form at once the later learns of the first', async () => {
    const built = await theForm(null)
    await built.save(formOf(goal))
    const answers = await meetInOrder(app.db, {
      lock: (tx) => sql`select from stages where id = ${built.stageId} for update`.execute(tx),
      call: () => Promise.all([built.publish(), built.publish()]),
      meanwhile: async () => {},
      waiting: 2,
    })
    expect(answers.map(({ status, body }) => (body as { code?: string }).code ?? status).sort()).toEqual([
      200,
      'stage_edit_conflict',
    ])
    expect((await built.read()).published?.version).toBe(1)
  })

  test('TW-14 a form handed in while its dictionary is loaded without the chosen item is answered by what holds then', async () => {
    const built = await theForm(formOf(goal))
    const { competition } = built
    const item = { dict: 'towns', value: 'Город', search: 'город', competition_code: competition, sort: 0 }
    await app.db
      .insertInto('dictionary_items')
      .values(['one', 'two'].map((id) => ({ ...item, id })))
      .execute()
    const town = field('town', { view: 'select', params: { dict: 'towns', competition_specific_dict: true } })
    await built.save(formOf(town))
    expect((await built.publish('keep')).status).toBe(200)
    const who = await person(built)
    const facts = { account_id: who.id, stage_id: built.stageId }
    const answer = await meetInOrder(app.db, {
      lock: (tx) => tx.insertInto('stage_facts').values(facts).execute(),
      call: () => handIn(built, who, { town: 'one' }),
      meanwhile: (tx) =>
        sql`update dictionary_items set retired = true
          where dict = 'towns' and id = 'one' and competition_code = ${competition}`.execute(tx),
    })
    expect(answer.body.code).toBe('form_invalid')
    expect((await handIn(built, who, { town: 'two' })).status).toBe(200)
  })
})
