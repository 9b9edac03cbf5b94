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

const offered = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4']

/** The recorder that this browser has; null for none. Only what the browser itself says it can encode is used. */
export function findRecorder(): Recorder | null {
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
