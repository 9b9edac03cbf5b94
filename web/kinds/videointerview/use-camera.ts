import { type RefObject, useEffect, useRef, useState } from 'react'

export type CameraTrouble = 'denied' | 'busy' | 'missing' | 'unsupported' | 'ended'

export interface Camera {
  stream: MediaStream | null
  trouble: CameraTrouble | null
  opening: boolean
  open: () => Promise<void>
}

const wanted: MediaStreamConstraints = {
  video: { width: { ideal: 640 }, height: { ideal: 480 }, frameRate: { ideal: 24, max: 30 }, facingMode: 'user' },
  audio: { echoCancellation: true, noiseSuppression: true },
}

const troubles: Record<string, CameraTrouble> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotSupportedError: 'unsupported',
  NotReadableError: 'busy',
  AbortError: 'busy',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

/** The camera and the microphone, open until the page is left. */
export function useCamera(): Camera {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null)
  const [opening, setOpening] = useState(false)
  const current = useRef<MediaStream | null>(null)
  useEffect(() => () => shut(current), [])

  async function open(): Promise<void> {
    if (!navigator.mediaDevices?.getUserMedia) return setTrouble('unsupported')
    setOpening(true)
    try {
      shut(current)
      const opened = await navigator.mediaDevices.getUserMedia(wanted)
      current.current = opened
      for (const track of opened.getTracks())
        track.addEventListener('ended', () => {
          if (current.current !== opened) return
          shut(current)
          setStream(null)
          setTrouble('ended')
        })
      setStream(opened)
      setTrouble(null)
    } catch (fault) {
      setStream(null)
      setTrouble(troubles[(fault as DOMException).name] ?? 'busy')
    } finally {
      setOpening(false)
    }
  }
  return { stream, trouble, opening, open }
}

function shut(current: RefObject<MediaStream | null>): void {
  for (const track of current.current?.getTracks() ?? []) track.stop()
  current.current = null
}
