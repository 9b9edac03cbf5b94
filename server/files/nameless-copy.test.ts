import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { holdsName } from '#server/testing/holds-name.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { author, revealingFiles } from '#server/testing/revealing-files.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { namelessOf } from './nameless-copy.ts'
import { findFile } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const send = async (token: string, bytes: Uint8Array, name: string) => {
  const answer = await app.fetch('/api/v3/user/files?purpose=file', {
    method: 'POST',
    headers: { 'X-Token': token, 'Content-Type': multipartType },
    body: new Uint8Array(multipartBody(bytes, name)),
  })
  return (await answer.json()) as { file_id: string; code?: string; message?: string }
}
const copyFor = async (id: string): Promise<Buffer | null> => {
  const file = await findFile(app.db, id)
  const name = file && (await namelessOf(app.services, file))
  const opened = name ? await app.services.disk.open(name) : null
  return opened && buffer(opened.stream)
}

test('R-78 of 31 files that name their author, each in another place, judges receive copies that name nobody', async () => {
  const files = await revealingFiles()
  expect(files.length).toBeGreaterThanOrEqual(31)
  const named: string[] = []
  for (const { name, bytes, words } of files) {
    expect(await holdsName(bytes, author), name).toBe(true)
    const { token } = await aPerson(app)
    const sent = await send(token, bytes, name)
    if (sent.message) named.push(`${name}: ${sent.message}`)
    if (sent.message) continue
    const copy = await copyFor(sent.file_id)
    if (!copy || (await holdsName(copy, author))) named.push(name)
    const texts = copy && words ? Object.values(unzipSync(copy)).map((part) => strFromU8(part)) : []
    if (words && !texts.join().includes(words)) named.push(`${name} words`)
  }
  expect(named).toEqual([])
})

void aPdf
