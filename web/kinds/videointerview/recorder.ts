import { partMs, type VideoType } from '#shared/kinds/videointerview/take-rules.ts'

const bitrates = { videoBitrate: 900_000, audioBitrate: 64_000 }

/** What is being recorded. */
export interface Recording {
  /** Ends it; the last bytes have been given when this resolves. */
  stop(): Promise<void>
}

export interface Recordings {
  /** Gets the recording in order, about every two seconds. */
  onBytes(bytes: Uint8Array): void
  /** Called when the recording ends by itself. */
  onFault(): void
}

export interface Recorder {
  type: VideoType
  start(stream: MediaStream, recordings: Recordings): Promise<Recording>
}

const offered = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4']

/**
 * The recorder that this browser has; null for none. Where the page itself gets the pictures of a camera and the
 * browser encodes them, the portal writes the recording; else the browser's own recorder does.
 */
export function findRecorder(): Recorder | null {
  const mimeType = typeof MediaRecorder === 'undefined' ? undefined : offered.find(MediaRecorder.isTypeSupported)
  if (!mimeType) return null
  const type = mimeType.startsWith('video/mp4') ? 'video/mp4' : 'video/webm'
  // Loaded now, so that nothing has to be loaded when the time of an answer begins.
  const writer = type === 'video/webm' && 'MediaStreamTrackProcessor' in globalThis ? findWriter() : null
  return {
    type,
    async start(stream, recordings) {
      const written = await (await writer)?.(stream, bitrates, recordings).catch(() => null)
      return written ?? recordByBrowser(stream, mimeType, recordings)
    },
  }
}

/** Null also where the program could not be loaded: the browser's own recorder needs none. */
async function findWriter() {
  try {
    const { canWriteWebm, recordWebm } = await import('./record-webm.ts')
    return (await canWriteWebm(bitrates)) ? recordWebm : null
  } catch {
    return null
  }
}

function recordByBrowser(stream: MediaStream, mimeType: string, { onBytes, onFault }: Recordings): Recording {
  const { videoBitrate, audioBitrate } = bitrates
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
}
