import { partMs, type VideoType } from '#shared/stages/videointerview/take-rules.ts'

const videoBitrate = 900_000
const audioBitrate = 64_000

/** What is being recorded. */
export interface Recording {
  /** Ends it; the last bytes have been given when this resolves. */
  stop(): Promise<void>
}

export interface Recorder {
  type: VideoType
  /** `onBytes` gets the recording in order, every two seconds. `onFault`: it ends by itself. */
  start(stream: MediaStream, onBytes: (bytes: Uint8Array) => void, onFault: () => void): Promise<Recording>
}

/** The recorder that this browser has; null for none. Only what the browser itself says it can encode is used. */
export async function findRecorder(): Promise<Recorder | null> {
  return (await writer().catch(() => null)) ?? mediaRecorder()
}

/** WebCodecs with a writer of our own: the file is the same in every browser that has them. */
async function writer(): Promise<Recorder | null> {
  if (!('MediaStreamTrackProcessor' in window) || !('VideoEncoder' in window)) return null
  const bunny = await import('mediabunny')
  const size = { width: 640, height: 480, bitrate: videoBitrate }
  const video = await bunny.getFirstEncodableVideoCodec(['vp8', 'vp9'], size)
  const audio = await bunny.getFirstEncodableAudioCodec(['opus'], { bitrate: audioBitrate })
  if (!video || !audio) return null
  return {
    type: 'video/webm',
    async start(stream, onBytes, onFault) {
      const parts = inParts(onBytes)
      const target = new bunny.StreamTarget(new WritableStream({ write: ({ data }) => parts.add(data) }))
      const output = new bunny.Output({ format: new bunny.WebMOutputFormat({ appendOnly: true }), target })
      const [picture] = stream.getVideoTracks() as MediaStreamVideoTrack[]
      const [sound] = stream.getAudioTracks() as MediaStreamAudioTrack[]
      if (!picture) throw new Error('there is no picture to record')
      const pictures = new bunny.MediaStreamVideoTrackSource(picture, {
        codec: video,
        bitrate: videoBitrate,
        keyFrameInterval: partMs / 1000,
      })
      pictures.errorPromise.catch(onFault)
      output.addVideoTrack(pictures)
      if (sound) {
        const sounds = new bunny.MediaStreamAudioTrackSource(sound, { codec: audio, bitrate: audioBitrate })
        sounds.errorPromise.catch(onFault)
        output.addAudioTrack(sounds)
      }
      await output.start()
      return {
        async stop() {
          await output.finalize()
          parts.end()
        },
      }
    },
  }
}

const offered = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4']

function mediaRecorder(): Recorder | null {
  const mimeType = typeof MediaRecorder === 'undefined' ? undefined : offered.find(MediaRecorder.isTypeSupported)
  if (!mimeType) return null
  return {
    type: mimeType.startsWith('video/mp4') ? 'video/mp4' : 'video/webm',
    async start(stream, onBytes, onFault) {
      const options = { mimeType, videoBitsPerSecond: videoBitrate, audioBitsPerSecond: audioBitrate }
      const recorder = new MediaRecorder(stream, options)
      let reading = Promise.resolve()
      recorder.ondataavailable = ({ data }) => {
        reading = reading.then(async () => {
          if (data.size > 0) onBytes(new Uint8Array(await data.arrayBuffer()))
        })
      }
      recorder.onerror = onFault
      recorder.start(partMs)
      return {
        async stop() {
          if (recorder.state !== 'inactive') {
            const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
            recorder.stop()
            await stopped
          }
          await reading
        },
      }
    },
  }
}

/** Collects small writes, and gives them on every two seconds. */
function inParts(onBytes: (bytes: Uint8Array) => void) {
  let waiting: Uint8Array[] = []
  const flush = () => {
    const length = waiting.reduce((sum, bytes) => sum + bytes.length, 0)
    if (length === 0) return
    const part = new Uint8Array(length)
    let at = 0
    for (const bytes of waiting) {
      part.set(bytes, at)
      at += bytes.length
    }
    waiting = []
    onBytes(part)
  }
  const timer = setInterval(flush, partMs)
  return {
    add: (bytes: Uint8Array) => void waiting.push(bytes.slice()),
    end() {
      clearInterval(timer)
      flush()
    },
  }
}
