import {
  AppendOnlyStreamTarget,
  canEncodeAudio,
  canEncodeVideo,
  MediaStreamAudioTrackSource,
  MediaStreamVideoTrackSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { partMs } from '#shared/kinds/videointerview/take-rules.ts'
import type { Recording, Recordings } from './recorder.ts'

const clusterSeconds = partMs / 1000

/** Whether this browser can encode the picture and the sound of a recording. */
export const canWriteWebm = async ({ videoBitrate, audioBitrate }: Bitrates): Promise<boolean> =>
  (await canEncodeVideo('vp8', { bitrate: videoBitrate })) && (await canEncodeAudio('opus', { bitrate: audioBitrate }))

export interface Bitrates {
  videoBitrate: number
  audioBitrate: number
}

/**
 * Records as WebM that only ever grows: each part of two seconds begins with a whole picture, so that the sent parts
 * can be played whatever comes after. Where the encoder is slower than the camera, pictures are left out.
 */
export async function recordWebm(
  stream: MediaStream,
  { videoBitrate, audioBitrate }: Bitrates,
  { onBytes, onFault }: Recordings,
): Promise<Recording> {
  const [video] = stream.getVideoTracks() as MediaStreamVideoTrack[]
  const [audio] = stream.getAudioTracks() as MediaStreamAudioTrack[]
  if (!video) throw new Error('there is no picture to record')
  const part = gathered(onBytes)
  const output = new Output({
    format: new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: clusterSeconds }),
    target: new AppendOnlyStreamTarget(new WritableStream({ write: part.add })),
  })
  const encoding = {
    codec: 'vp8',
    bitrate: videoBitrate,
    keyFrameInterval: clusterSeconds,
    // A phone that is turned in mid-take sends pictures of another shape.
    sizeChangeBehavior: 'contain',
  } as const
  // Pictures as they come. For a fixed rate the library starts a worker from a text, which our pages forbid.
  const pictures = new MediaStreamVideoTrackSource(video, encoding, { frameRate: null })
  pictures.errorPromise.catch(onFault)
  output.addVideoTrack(pictures)
  if (audio) {
    const sound = new MediaStreamAudioTrackSource(audio, { codec: 'opus', bitrate: audioBitrate })
    sound.errorPromise.catch(onFault)
    output.addAudioTrack(sound)
  }
  await output.start()
  return {
    async stop() {
      try {
        await output.finalize()
      } finally {
        part.give()
      }
    },
  }
}

/** Collects many small pieces and passes them on in parts of two seconds. */
function gathered(onBytes: (bytes: Uint8Array) => void) {
  let pieces: Uint8Array[] = []
  let since = performance.now()
  function give() {
    if (pieces.length > 0) onBytes(joined(pieces))
    pieces = []
    since = performance.now()
  }
  return {
    add(piece: Uint8Array) {
      pieces.push(piece.slice())
      if (performance.now() - since >= partMs) give()
    },
    give,
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
