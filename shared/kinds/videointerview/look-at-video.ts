import { knownCodecs, type TakeFailure } from './take-rules.ts'

interface Track {
  codec: string | null
}

/** The `Input` of mediabunny, in the browser and on the server. */
interface Recorded<Video extends Track, Audio extends Track> {
  canRead(): Promise<boolean>
  getPrimaryVideoTrack(): Promise<Video | null>
  getPrimaryAudioTrack(): Promise<Audio | null>
}

/** The tracks of picture and sound of a file, or why browsers cannot play it. Reads only its beginning or its index. */
export async function lookAtVideo<Video extends Track, Audio extends Track>(
  input: Recorded<Video, Audio>,
): Promise<{ video: Video; audio: Audio | null } | TakeFailure> {
  if (!(await input.canRead())) return 'unreadable'
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video) return audio ? 'no_video' : 'unreadable'
  const codecs = [video.codec, ...(audio ? [audio.codec] : [])]
  return codecs.every((codec) => codec !== null && knownCodecs.includes(codec)) ? { video, audio } : 'codec'
}
