import 'fake-indexeddb/auto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/platform/api/failure.ts'
import { createDraftKeeper, type DraftData, type DraftServer } from './draft-keeper.ts'
import { createDraftMirror, draftKey } from './draft-mirror.ts'

/** A stand-in for PUT and GET …/draft, with a connection that can be cut. */
function aServer() {
  const world = {
    draft: {} as DraftData,
    revision: 0,
    line: 'up' as 'up' | 'down' | 'answer lost',
    refusal: null as ApiFailure | null,
    writes: [] as { data: DraftData; revision: number; keepalive: boolean }[],
    /** Another device saves. */
    elsewhere(draft: DraftData) {
      world.draft = draft
      world.revision += 1
    },
  }
  const server: DraftServer = {
    async read() {
      if (world.line === 'down') throw new ApiFailure('OFFLINE', 0)
      const { draft, revision } = world
      return { draft, revision, saved_at: revision > 0 ? '2026-12-01 14:05:12' : null }
    },
    async write(data, revision, { keepalive }) {
      if (world.line === 'down') throw new ApiFailure('OFFLINE', 0)
      if (world.refusal) throw world.refusal
      if (revision !== world.revision) throw new ApiFailure('draft_conflict', 409)
      world.writes.push({ data, revision, keepalive })
      world.elsewhere(data)
      if (world.line === 'answer lost') {
        world.line = 'up'
        throw new ApiFailure('OFFLINE', 0)
      }
      return { revision: world.revision, saved_at: '2026-12-01 14:05:12' }
    },
  }
  return { world, server }
}

/** Milliseconds that a quick step may take on a busy machine. */
const patience = 10_000

let databases = 0
const mirrorOf = () => createDraftMirror(`drafts-${++databases}`)
const open: { stop(): void }[] = []
afterEach(() => {
  for (const keeper of open.splice(0)) keeper.stop()
})

function aDraft(server: DraftServer, mirror = mirrorOf(), { pauseMs = 5, retryMs = [5] } = {}) {
  const replaced = vi.fn()
  const key = draftKey(1042, 'ru_season_5/anketa')
  const keeper = createDraftKeeper({ key, server, mirror, onReplace: replaced, pauseMs, retryMs })
  open.push(keeper)
  const phase = (wanted: string) => vi.waitFor(() => expect(keeper.state().phase).toBe(wanted), patience)
  return { keeper, mirror, key, replaced, phase }
}

describe('a draft', () => {
  test('EN-05 is saved once after a pause in typing, with the revision that it started from', async () => {
    const { world, server } = aServer()
    world.elsewhere({ city: 'Пермь' })
    const { keeper, phase } = aDraft(server)
    expect(await keeper.open()).toEqual({ city: 'Пермь' })
    keeper.change({ city: 'К' })
    keeper.change({ city: 'Ку' })
    expect(keeper.state().phase).toBe('waiting')
    await phase('saved')
    expect(world.writes).toEqual([{ data: { city: 'Ку' }, revision: 1, keepalive: false }])
    expect(keeper.state().savedAt?.toISOString()).toBe('2026-12-01T11:05:12.000Z')
  })

  test('EN-05 what is typed while a save is under way is saved after it', async () => {
    const { world, server } = aServer()
    const { keeper, phase } = aDraft(server)
    await keeper.open()
    keeper.change({ a: '1' })
    const first = keeper.flush()
    keeper.change({ a: '12' })
    await first
    await phase('saved')
    expect(world.writes.map(({ data, revision }) => [data.a, revision])).toEqual([
      ['1', 0],
      ['12', 1],
    ])
  })

  test('EN-05 SK-03 is kept in the browser at every key and sent by itself when the connection is back', async () => {
    const { world, server } = aServer()
    const { keeper, mirror, key, phase } = aDraft(server)
    await keeper.open()
    world.line = 'down'
    keeper.change({ a: 'без связи' })
    await phase('offline')
    expect(await mirror.get(key)).toMatchObject({ data: { a: 'без связи' }, saved: false })
    world.line = 'up'
    await phase('saved')
    expect(world.draft).toEqual({ a: 'без связи' })
    await vi.waitFor(async () => expect(await mirror.get(key)).toMatchObject({ saved: true, revision: 1 }), patience)
  })

  test('EN-05 survives a closed page: the text that never reached the server is there again and is sent', async () => {
    const { world, server } = aServer()
    const mirror = mirrorOf()
    const before = aDraft(server, mirror, { pauseMs: 60_000 })
    await before.keeper.open()
    before.keeper.change({ a: 'не отправлено' })
    world.line = 'down'
    before.keeper.stop()
    await vi.waitFor(async () => expect(await mirror.get(before.key)).not.toBeNull(), patience)
    world.line = 'up'
    const after = aDraft(server, mirror)
    expect(await after.keeper.open()).toEqual({ a: 'не отправлено' })
    await after.phase('saved')
    expect(world.draft).toEqual({ a: 'не отправлено' })
  })

  test('EN-05 opens from the browser alone when there is no connection at all', async () => {
    const { world, server } = aServer()
    const mirror = mirrorOf()
    const key = draftKey(1042, 'ru_season_5/anketa')
    await mirror.put(key, { data: { a: 'копия' }, revision: 0, saved: false, at: 0 })
    world.line = 'down'
    const { keeper } = aDraft(server, mirror, { retryMs: [60_000] })
    expect(await keeper.open()).toEqual({ a: 'копия' })
    expect(keeper.state().phase).toBe('offline')
  })

  test('EN-05 of one person is never found by another on the same computer', async () => {
    const mirror = mirrorOf()
    await mirror.put(draftKey(1, 'c/f'), { data: { a: 'чужое' }, revision: 0, saved: false, at: 0 })
    expect(await mirror.get(draftKey(2, 'c/f'))).toBeNull()
  })

  test('SK-03 is saved when the page goes away, by a request that outlives it', async () => {
    const { world, server } = aServer()
    const { keeper } = aDraft(server, mirrorOf(), { pauseMs: 60_000 })
    await keeper.open()
    keeper.change({ a: 'последнее' })
    await keeper.flush({ leaving: true })
    expect(world.writes).toEqual([{ data: { a: 'последнее' }, revision: 0, keepalive: true }])
  })

  test('SK-03 is removed from the browser once it is handed in', async () => {
    const { server } = aServer()
    const { keeper, mirror, key, phase } = aDraft(server)
    await keeper.open()
    keeper.change({ a: '1' })
    await phase('saved')
    await vi.waitFor(async () => expect(await mirror.get(key)).toMatchObject({ saved: true }), patience)
    await keeper.finish()
    keeper.change({ a: '2' })
    expect(await mirror.get(key)).toBeNull()
  })
})

describe('two devices', () => {
  test('SK-03 both texts are offered, and neither is written over until the person has chosen', async () => {
    const { world, server } = aServer()
    const { keeper, phase } = aDraft(server)
    await keeper.open()
    world.elsewhere({ a: 'с телефона' })
    keeper.change({ a: 'с ноутбука' })
    await phase('conflict')
    expect(keeper.state().conflict).toMatchObject({ mine: { a: 'с ноутбука' }, theirs: { a: 'с телефона' } })
    keeper.change({ a: 'с ноутбука, дальше' })
    await keeper.flush()
    expect(world.draft).toEqual({ a: 'с телефона' })
    keeper.choose('mine')
    await phase('saved')
    expect(world.draft).toEqual({ a: 'с ноутбука, дальше' })
  })

  test('SK-03 a choice that was not made is offered on the next visit, whatever was typed before', async () => {
    const { world, server } = aServer()
    const { keeper, mirror, key, phase } = aDraft(server)
    await keeper.open()
    world.elsewhere({ a: 'с телефона' })
    keeper.change({ a: 'с ноутбука' })
    await phase('conflict')
    keeper.change({ a: 'с ноутбука, дальше' })
    await vi.waitFor(
      async () => expect(await mirror.get(key)).toMatchObject({ data: { a: 'с ноутбука, дальше' } }),
      patience,
    )
    keeper.stop()
    const again = aDraft(server, mirror)
    expect(await again.keeper.open()).toEqual({ a: 'с ноутбука, дальше' })
    expect(again.keeper.state()).toMatchObject({ phase: 'conflict', conflict: { theirs: { a: 'с телефона' } } })
    expect(world.draft).toEqual({ a: 'с телефона' })
  })

  test('SK-03 choosing the other text shows it and saves nothing over it', async () => {
    const { world, server } = aServer()
    const { keeper, phase, replaced } = aDraft(server)
    await keeper.open()
    world.elsewhere({ a: 'с телефона' })
    keeper.change({ a: 'с ноутбука' })
    await phase('conflict')
    keeper.choose('theirs')
    expect(replaced.mock.lastCall).toEqual([{ a: 'с телефона' }])
    expect(keeper.state().phase).toBe('saved')
    expect(world.draft).toEqual({ a: 'с телефона' })
    keeper.change({ a: 'с телефона, дальше' })
    await phase('saved')
    expect(world.draft).toEqual({ a: 'с телефона, дальше' })
  })

  test('SK-03 a save whose answer was lost is not taken for another device', async () => {
    const { world, server } = aServer()
    const { keeper, phase } = aDraft(server, mirrorOf(), { retryMs: [60_000] })
    await keeper.open()
    world.line = 'answer lost'
    keeper.change({ a: 'раз' })
    await phase('offline')
    keeper.change({ a: 'раз, два' })
    await keeper.flush()
    await vi.waitFor(() => expect(world.draft).toEqual({ a: 'раз, два' }), patience)
    await phase('saved')
    expect(keeper.state().conflict).toBeNull()
  })

  test('SK-03 data that a draft holds only for display makes no conflict', async () => {
    const { world, server } = aServer()
    const mirror = mirrorOf()
    const key = draftKey(1042, 'ru_season_5/anketa')
    // The draft was saved, but the page was closed before the answer arrived; since then a place has been taken.
    await mirror.put(key, { data: { about: 'Я', placesLeft: 3 }, revision: 0, saved: false, at: 0 })
    world.elsewhere({ about: 'Я', placesLeft: 2 })
    const { keeper } = aDraft({ ...server, kept: ({ about }) => ({ about }) }, mirror)
    expect(await keeper.open()).toEqual({ about: 'Я', placesLeft: 2 })
    expect(keeper.state()).toMatchObject({ phase: 'saved', conflict: null })
  })

  test('SK-03 a text kept in the browser and a later one of the server are both offered on opening', async () => {
    const { world, server } = aServer()
    const mirror = mirrorOf()
    const key = draftKey(1042, 'ru_season_5/anketa')
    world.elsewhere({ a: 'новее' })
    await mirror.put(key, { data: { a: 'здесь' }, revision: 0, saved: false, at: 0 })
    const { keeper } = aDraft(server, mirror)
    expect(await keeper.open()).toEqual({ a: 'здесь' })
    expect(keeper.state()).toMatchObject({ phase: 'conflict', conflict: { theirs: { a: 'новее' } } })
    expect(world.draft).toEqual({ a: 'новее' })
  })
})

test('SK-03 a closed stage takes no more, says why, and the text stays in the browser', async () => {
  const { world, server } = aServer()
  const { keeper, mirror, key, phase } = aDraft(server)
  await keeper.open()
  world.refusal = new ApiFailure('stage_closed', 409, { message: 'Этап закрыт' })
  keeper.change({ a: 'поздно' })
  await phase('closed')
  expect(keeper.state().refusal).toBe(world.refusal)
  await vi.waitFor(
    async () => expect(await mirror.get(key)).toMatchObject({ data: { a: 'поздно' }, saved: false }),
    patience,
  )
})
