import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVideoInterview, recording } from '#server/testing/a-video-interview.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { removeOldVideos } from './jobs.ts'

const place = mkdtempSync(join(tmpdir(), 'portal-ffmpeg-'))
const ffmpeg = join(place, 'ffmpeg')
const mp4 = fileURLToPath(new URL('../../testing/recording.mp4', import.meta.url))

/** Replaces ffmpeg, which not every machine has: any request gives the same video or picture. */
function standIn(): void {
  writeFileSync(
    ffmpeg,
    `#!/bin/sh
for into; do :; done
case "$into" in
  *.mp4) cp '${mp4}' "$into" ;;
  *.jpg) cp '${place}/picture.jpg' "$into" ;;
esac
`,
  )
  chmodSync(ffmpeg, 0o755)
}

let app: TestApp
beforeAll(async () => {
  const picture = { width: 64, height: 36, channels: 3 as const, background: '#336699' }
  writeFileSync(join(place, 'picture.jpg'), await sharp({ create: picture }).jpeg().toBuffer())
  standIn()
  app = await testApp({ env: { FFMPEG: ffmpeg } })
})
afterAll(async () => {
  await app.close()
  rmSync(place, { recursive: true, force: true })
})

const played = async (url: string) => {
  const answer = await app.fetch(url)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    size: (await answer.arrayBuffer()).byteLength,
  }
}

test('KP-07 a take is played as it was recorded at once, and as H.264 with a picture once that is made; a running playback is not interrupted', async () => {
  const interview = await aVideoInterview(app)
  const author = await interview.person()
  const [first = 0] = await author.answerAll()
  const before = (await author.viewing(first)).body
  expect(before.poster).toBeNull()
  expect(await played(before.url)).toMatchObject({ status: 200, type: 'video/webm' })

  await app.work('transcode_take')
  const after = (await author.viewing(first)).body
  expect(await played(after.url)).toEqual({ status: 200, type: 'video/mp4', size: recording.mp4.length })
  expect(await played(after.poster ?? '')).toMatchObject({ status: 200, type: 'image/jpeg' })
  expect(await played(before.url)).toMatchObject({ status: 200, type: 'video/webm' })

  // The hand-in is the recording, no matter what was made from it.
  expect((await author.handIn()).status).toBe(200)
  const files = () => app.db.selectFrom('files').select('id').where('account_id', '=', author.id).execute()
  // For each of two takes: the recording, its sound, H.264 and a picture.
  expect(await files()).toHaveLength(8)
  app.clock.advance(400 * 24 * 3_600_000)
  await removeOldVideos(app.services)
  expect(await files()).toEqual([])
})

test('a take that was removed before its H.264 was made gets none, and none of its files are left', async () => {
  const interview = await aVideoInterview(app)
  const author = await interview.person()
  await author.answerAll()
  await app.db
    .updateTable('video_takes')
    .set({ removed_at: app.clock.now() })
    .where('account_id', '=', author.id)
    .execute()
  await app.work('transcode_take')
  const takes = await app.db.selectFrom('video_takes').select('play_id').where('account_id', '=', author.id).execute()
  expect(takes.map(({ play_id }) => play_id)).toEqual([null, null])
})
