import { useEffect, useState } from 'react'
import styles from './QrCode.module.css'

interface QrCells {
  /** Modules (cells) per row and column. */
  size: number
  /** Row by row; 1 is dark. */
  data: Uint8Array
}

/** The empty margin that a camera needs, in modules. */
const edge = 4

/** The QR code of a text. The library is loaded when first needed. */
export async function qrCells(text: string): Promise<QrCells> {
  const { create } = await import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  return { size, data: Uint8Array.from(data) }
}

/** Dark on white in every theme, because cameras need it. Renders nothing when the library does not load. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [cells, setCells] = useState<QrCells | null>(null)
  useEffect(() => {
    let wanted = true
    qrCells(text).then(
      (made) => wanted && setCells(made),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [text])
  const whole = (cells?.size ?? 0) + 2 * edge
  return (
    <svg
      className={styles.code}
      viewBox={cells ? `${-edge} ${-edge} ${whole} ${whole}` : '0 0 1 1'}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      {cells && <path d={darkPath(cells)} />}
    </svg>
  )
}

/** Runs of dark modules, row by row. */
export function darkPath({ size, data }: QrCells): string {
  const runs: string[] = []
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (!data[y * size + x]) continue
      const from = x
      while (x + 1 < size && data[y * size + x + 1]) x += 1
      runs.push(`M${from} ${y}h${x + 1 - from}v1h-${x + 1 - from}z`)
    }
  return runs.join('')
}

/** The code as a picture to save, at least 1000 px wide. */
export function qrPicture({ size, data }: QrCells): Promise<Blob | null> {
  const whole = size + 2 * edge
  const scale = Math.ceil(1000 / whole)
  const canvas = Object.assign(document.createElement('canvas'), { width: whole * scale, height: whole * scale })
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  data.forEach((dark, at) => {
    if (dark) pen.fillRect(((at % size) + edge) * scale, (Math.floor(at / size) + edge) * scale, scale, scale)
  })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
