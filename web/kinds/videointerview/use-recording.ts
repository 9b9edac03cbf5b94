import { useEffect, useRef, useState } from 'react'
import type { Recorder, Recording } from './recorder.ts'

interface RecordingWords {
  onBytes: (bytes: Uint8Array) => void
  /** It is over; `broken`: the camera ended or the recorder failed. */
  onEnd: (broken: boolean) => void
}

/** One recording at a time, ended by its time, by the person, or by the camera. */
export function useRecording(recorder: Recorder | null, stream: MediaStream | null) {
  const [startedAt, setStartedAt] = useState<number | null>(null)
  const running = useRef<{ recording: Recording; end: (broken: boolean) => Promise<void> } | null>(null)

  async function start(words: RecordingWords): Promise<void> {
    if (!recorder || !stream) throw new Error('there is nothing to record with')
    let ended = false
    const end = async (broken: boolean) => {
      if (ended) return
      ended = true
      running.current = null
      setStartedAt(null)
      // What a failed recorder gave before its failure counts.
      await recording.stop().catch(() => {})
      words.onEnd(broken)
    }
    const recording = await recorder.start(stream, { onBytes: words.onBytes, onFault: () => void end(true) })
    running.current = { recording, end }
    for (const track of stream.getTracks()) track.addEventListener('ended', () => void end(true), { once: true })
    setStartedAt(performance.now())
  }

  const stop = () => running.current?.end(false)
  // Leaving the page within the portal ends the recording as broken off.
  useEffect(() => () => void running.current?.end(true), [])
  return { startedAt, start, stop }
}
