import { useEffect, useRef, useState } from 'react'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './Door.module.css'

interface TicketScannerProps {
  onRead: (text: string) => void
  onClose: () => void
}

/** Milliseconds between two readings of the picture: often enough for a moving hand, seldom enough for the battery. */
const between = 200

/** Reads a QR code with the camera. Nothing of the picture leaves the device. */
export function TicketScanner({ onRead, onClose }: TicketScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [refused, setRefused] = useState(false)
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })
  useEffect(() => {
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let wanted = true
    async function start() {
      const [{ decodeQR }, camera] = await Promise.all([
        import('qr/decode.js'),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
      ])
      stream = camera
      if (!wanted || !video.current) return stop()
      video.current.srcObject = camera
      await video.current.play()
      const canvas = document.createElement('canvas')
      const look = () => {
        const text = video.current ? textIn(video.current, canvas, decodeQR) : null
        if (text === null) timer = setTimeout(look, between)
        else read.current(text)
      }
      look()
    }
    function stop() {
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    start().catch(() => wanted && setRefused(true))
    return () => {
      wanted = false
      stop()
    }
  }, [])
  return (
    <Dialog title="Наведите камеру на билет" isOpen onClose={onClose}>
      {refused ? (
        <Notice tone="warning" role="alert" title="Камера недоступна">
          Разрешите её в настройках браузера или найдите человека по фамилии или ID.
        </Notice>
      ) : (
        <video ref={video} className={styles.camera} playsInline muted aria-label="Изображение с камеры" />
      )}
    </Dialog>
  )
}

/** The text of a code in this picture, or null. */
function textIn(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  decode: typeof import('qr/decode.js').decodeQR,
): string | null {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0) return null
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) return null
  pen.drawImage(video, 0, 0)
  try {
    return decode(pen.getImageData(0, 0, width, height))
  } catch {
    // No code in this picture.
    return null
  }
}
