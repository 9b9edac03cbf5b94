import { useEffect, useRef } from 'react'
import styles from './Interview.module.css'

interface CameraViewProps {
  stream: MediaStream
  /** A mark in the corner while it is recorded. */
  recording?: boolean
}

/** What the camera sees, as in a mirror and without sound. */
export function CameraView({ stream, recording = false }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return (
    <div className={styles.camera} data-recording={recording || undefined}>
      <video ref={video} className={styles.mirror} autoPlay muted playsInline aria-label="Ваше изображение с камеры" />
      {recording && (
        <span className={styles.live} aria-hidden="true">
          Запись
        </span>
      )}
    </div>
  )
}
