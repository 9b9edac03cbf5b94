import {
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { lookAtVideo } from '#shared/kinds/videointerview/look-at-video.ts'
import type { TakeFailure, VideoType } from '#shared/kinds/videointerview/take-rules.ts'

export interface VideoToRead {
  path: string
  /** Where to write the remuxed recording and its sound; null: it is only checked. */
  into: { whole: string; voice: string } | null
}

export interface ReadVideo {
  type: VideoType
  durationMs: number
  videoCodec: string
  audioCodec: string | null
  voice: boolean
}

/** The stated duration may exceed the content by at most this much. */
const cutToleranceMs = 1000

/** Opens a recording of a stranger, in a program of its own. */
export default async function openVideo({ path, into }: VideoToRead): Promise<ReadVideo | TakeFailure> {
  const input = new Input({ source: new FilePathSource(path), formats: [WEBM, MP4, QTFF] })
  const found = await lookAtVideo(input)
  if (typeof found === 'string') return found
  const { video, audio } = found
  const type: VideoType = (await input.getFormat()) === WEBM ? 'video/webm' : 'video/mp4'
  const said = await input.getDurationFromMetadata()
  let durationMs = Math.round((await video.computeDuration()) * 1000)
  if (into) {
    if (!(await remux(input, into.whole, type, false))) return 'codec'
    const whole = new Input({ source: new FilePathSource(into.whole), formats: [WEBM, MP4] })
    const kept = await whole.getPrimaryVideoTrack()
    durationMs = kept ? Math.round((await kept.computeDuration()) * 1000) : 0
    whole.dispose()
  }
  if (said !== null && said * 1000 > durationMs + cutToleranceMs) return 'cut'
  if (durationMs <= 0) return 'empty'
  const voice = into !== null && audio !== null && (await remux(input, into.voice, type, true))
  input.dispose()
  return { type, durationMs, videoCodec: String(video.codec), audioCodec: audio ? String(audio.codec) : null, voice }
}

/**
 * Writes the same pictures and sound into a new file, with a duration and an index, and without metadata that a camera
 * adds about its owner.
 */
async function remux(input: Input, path: string, type: VideoType, voiceOnly: boolean): Promise<boolean> {
  const format = type === 'video/webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: false })
  const output = new Output({ format, target: new FilePathTarget(path) })
  const conversion = await Conversion.init({
    input,
    output,
    tags: {},
    showWarnings: false,
    ...(voiceOnly ? { video: { discard: true } } : {}),
  })
  if (!conversion.isValid) return false
  await conversion.execute()
  return true
}
