import { useEffect, useRef, useState } from 'react'

const everyMs = 100
/** On a scale to 1: quieter than this is no speech. */
const quiet = 0.02
/** On a scale to 255: darker than this on average is no picture. */
const dim = 16

export interface Noticed {
  silent: boolean
  dark: boolean
}

/** How loud it is now, from 0 to 1, and what was noticed since the last `reset`: no sound at all, no light at all. */
export function useSignal(stream: MediaStream | null) {
  const [level, setLevel] = useState(0)
  const most = useRef({ level: 0, light: 0 })
  useEffect(() => {
    if (!stream) return
    const context = new AudioContext()
    const meter = context.createAnalyser()
    meter.fftSize = 512
    if (stream.getAudioTracks().length > 0) context.createMediaStreamSource(stream).connect(meter)
    const samples = new Float32Array(meter.fftSize)
    const video = document.createElement('video')
    video.muted = true
    video.srcObject = stream
    void video.play().catch(() => {})
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 8
    const picture = canvas.getContext('2d', { willReadFrequently: true })
    const timer = setInterval(() => {
      meter.getFloatTimeDomainData(samples)
      const now = Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length)
      setLevel(Math.min(1, now * 4))
      most.current.level = Math.max(most.current.level, now)
      if (!picture || video.readyState < 2) return
      picture.drawImage(video, 0, 0, 8, 8)
      const { data } = picture.getImageData(0, 0, 8, 8)
      const light = data.reduce((sum, one, at) => (at % 4 === 3 ? sum : sum + one), 0) / (8 * 8 * 3)
      most.current.light = Math.max(most.current.light, light)
    }, everyMs)
    return () => {
      clearInterval(timer)
      video.srcObject = null
      void context.close()
    }
  }, [stream])
  return {
    level: stream ? level : 0,
    reset: () => {
      most.current = { level: 0, light: 0 }
    },
    noticed: (): Noticed => ({ silent: most.current.level < quiet, dark: most.current.light < dim }),
  }
}
