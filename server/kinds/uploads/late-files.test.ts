import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fileOfUpload } from '#server/forms/files/take-upload.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { handInDraftsAtEnd } from '#server/stages/hand-in-drafts.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { sessionOf } from '#server/testing/an-account.ts'
import { patience } from '#server/testing/patience.ts'
import { resumedUploads } from '#server/testing/resumed-upload.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const minute = 60_000
const closes = new Date(start.getTime() + 5 * minute)
const pdf = aPdf({ bytes: 4009 })

async function aStage() {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    form: {
      type: 'form',
      title: 'Анкета',
      closes_at: closes,
      settings: { check: 'manual' },
      submit_draft_at_end: true,
    },
  })
  const plan = {
    name: 'plan',
    label: 'План',
    view: 'file',
    files: { max_files: 2, max_bytes: 30 * 1024 * 1024 },
  } as const
  const goal = { name: 'goal', label: 'Цель', view: 'text' } as const
  await publishForm(
    app.db,
    stageIds.form,
    { version: 1, sections: [{ code: 'a', title: 'О вас', fields: [goal, plan] }] },
    start,
  )
  const person = await aPerson(app, code)
  const stage = stageIds.form
  const params = { stage_id: stage }
  const { token } = person
  const save = (data: Record<string, unknown>) =>
    app.call('PUT /user/stages/:stage_id/draft', { token, params, body: { data } })
  const after = async (ms: number) => {
    app.clock.set(new Date(closes.getTime() + ms))
    return resumedUploads(app, (await sessionOf(app, person)).token)
  }
  const handedIn = async () =>
    (await app.db.selectFrom('hand_ins').select('data').where('account_id', '=', person.id).executeTakeFirst())?.data
  return { person, place: { stage, field: 'plan' }, save, after, handedIn, ...resumedUploads(app, token) }
}

test('a file whose upload began before the end of its stage is accepted: the draft waits and is handed in with it', async () => {
  const { save, begun, send, after, place, handedIn } = await aStage()
  await save({ goal: 'Учиться' })
  const path = await begun({ size: pdf.length, ...place })
  await send(path, 0, pdf.subarray(0, 1000))
  const late = await after(2 * minute)
  expect(await handInDraftsAtEnd(app.services)).toBe(0)
  await late.send(path, 1000, pdf.subarray(1000))
  const { status, body } = await late.finish(path)
  expect([status, body.name]).toEqual([201, 'план.pdf'])
  expect((await late.finish(path)).body).toEqual(body)
  app.clock.advance(minute)
  expect(await handInDraftsAtEnd(app.services)).toBe(1)
  const { file_id, name, size, type } = body
  expect(await handedIn()).toEqual({ goal: 'Учиться', plan: [{ file_id, name, size, type }] })
})

test('a stalled upload delays the draft for ten minutes, and then comes too late', async () => {
  const { save, begun, send, after, place, handedIn } = await aStage()
  await save({ goal: 'Учиться' })
  const path = await begun({ size: pdf.length, ...place })
  await send(path, 0, pdf.subarray(0, 1000))
  const asking = await after(4 * minute)
  expect(await handInDraftsAtEnd(app.services)).toBe(0)
  // Reading how much has come is no sign of life.
  expect(await asking.received(path)).toBe(1000)
  const late = await after(12 * minute)
  expect(await handInDraftsAtEnd(app.services)).toBe(1)
  expect(await handedIn()).toEqual({ goal: 'Учиться' })
  await late.send(path, 1000, pdf.subarray(1000))
  expect((await late.finish(path)).body).toMatchObject({ code: 'stage_closed' })
})

test('a complete file that is not yet in the draft still delays it; the call is repeated, and the draft is handed in', async () => {
  const { person, save, begun, send, after, place, handedIn } = await aStage()
  await save({ goal: 'Учиться' })
  const path = await begun({ size: pdf.length, ...place })
  const late = await after(2 * minute)
  await send(path, 0, pdf.subarray(0, 10))
  await late.send(path, 10, pdf.subarray(10))
  // As after a process that ended between making the file and saving the draft.
  await fileOfUpload(app.services, { accountId: person.id, uploadId: path.slice(-32), purpose: ['file'] })
  expect(await handInDraftsAtEnd(app.services)).toBe(0)
  const { file_id } = (await late.finish(path)).body
  app.clock.advance(2 * minute)
  expect(await handInDraftsAtEnd(app.services)).toBe(1)
  expect(await handedIn()).toMatchObject({ plan: [{ file_id }] })
})

test('an upload announced before the end of its stage and then silent counts as begun only when its bytes come', async () => {
  const { save, begun, after, place } = await aStage()
  await save({ goal: 'Учиться' })
  const path = await begun({ size: pdf.length, ...place })
  await (await after(4 * minute)).received(path)
  const late = await after(12 * minute)
  await late.send(path, 0, pdf)
  expect((await late.finish(path)).body).toMatchObject({ code: 'stage_closed' })
})

test('no upload begins for a closed stage, for a competition in which the person takes no part, or against its field’s limits', async () => {
  const { begin, after, place } = await aStage()
  const stranger = await aPerson(app)
  const size = pdf.length
  const code = async (answer: ReturnType<typeof begin>) => {
    const { status, body } = await answer
    return [status, body.code]
  }
  expect(await code(resumedUploads(app, stranger.token).begin({ size, ...place }))).toEqual([409, 'stage_closed'])
  expect(await code(begin({ size, ...place, name: 'клип.mp4' }))).toEqual([415, 'file_type_unsupported'])
  // The field allows larger files than usual, but has a limit too.
  expect((await begin({ size: 30 * 1024 * 1024, ...place })).status).toBe(201)
  expect(await code(begin({ size: 30 * 1024 * 1024 + 1, ...place }))).toEqual([413, 'file_too_big'])
  expect(await code(begin({ size: 30 * 1024 * 1024, stage: place.stage, field: 'goal' }))).toEqual([
    413,
    'file_too_big',
  ])
  const late = await after(0)
  expect(await code(late.begin({ size, ...place }))).toEqual([409, 'stage_closed'])
})

test('two calls that finish one upload at the same time make one file', async () => {
  const { begun, send, finish, person } = await aStage()
  const path = await begun({ size: pdf.length })
  await send(path, 0, pdf)
  const made = await Promise.all(Array.from({ length: 4 }, () => finish(path)))
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(made.map(({ body }) => body.file_id)).size).toBe(1)
  const rows = await app.db.selectFrom('files').select('id').where('account_id', '=', person.id).execute()
  expect(rows).toHaveLength(1)
})

test('a call that comes while the bytes of a file are about to get their name waits and gets that file', async () => {
  const { begun, send, finish, person } = await aStage()
  const path = await begun({ size: pdf.length })
  await send(path, 0, pdf)
  const { disk } = app.services
  const receive = disk.receive.bind(disk)
  const naming = Promise.withResolvers<void>()
  const named = Promise.withResolvers<void>()
  const slow = vi.spyOn(disk, 'receive').mockImplementation(async (from) => {
    const received = await receive(from)
    return {
      ...received,
      async keep(name) {
        naming.resolve()
        await named.promise
        await received.keep(name)
      },
    }
  })
  try {
    const first = finish(path)
    await naming.promise
    const second = finish(path)
    // Once the second call waits for the lease, it has already looked for the file without finding it.
    await vi.waitFor(async () => {
      const { wanted } = await app.db
        .selectFrom('uploads')
        .select('wanted')
        .where('id', '=', path.slice(-32))
        .executeTakeFirstOrThrow()
      expect(wanted).toBe(true)
    }, patience)
    named.resolve()
    const made = await Promise.all([first, second])
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    expect(made[1]?.body).toEqual(made[0]?.body)
  } finally {
    named.resolve()
    slow.mockRestore()
  }
  const rows = await app.db.selectFrom('files').select('id').where('account_id', '=', person.id).execute()
  expect(rows).toHaveLength(1)
})

test('VL-11 a portrait can be sent in pieces too, and a lost answer is given again', async () => {
  const { default: sharp } = await import('sharp')
  const { person, begun, send } = await aStage()
  const picture = await sharp({ create: { width: 600, height: 700, channels: 3, background: '#1a3fd4' } })
    .png()
    .toBuffer()
  const path = await begun({ size: picture.length, purpose: 'avatar', name: 'я.png' })
  await send(path, 0, picture)
  const set = () =>
    app.call('POST /user/profile/avatar/:upload_id', {
      token: person.token,
      params: { upload_id: path.slice(-32) },
      query: { x: 0, y: 100, side: 500 },
    })
  const first = await set()
  expect(first.status).toBe(200)
  expect((await set()).body).toEqual(first.body)
  const shown = await app.fetch(`/view/512x-${first.body.avatar}`)
  // The requested square.
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 512, height: 512 })
})
