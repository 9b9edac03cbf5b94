import { useQuery } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useEffect, useState } from 'react'
import { apiFile } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Failed } from '#web/platform/ui/Failed.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './Scans.module.css'
import type { WorkLine } from './WorkAnswer.tsx'

interface Scan {
  file_id: string
  label: string
}

/** The pictures of documents in an answer. */
export const scansIn = (lines: readonly WorkLine[]): Scan[] =>
  lines.flatMap(({ label, files = [] }) =>
    files
      .filter(({ name }) => /\.(jpe?g|png|gif|webp)$/i.test(name))
      .map(({ file_id }, at, all) => ({ file_id, label: all.length > 1 ? `${label}, снимок ${at + 1}` : label })),
  )

const sizes = [1, 1.5, 2, 3]

/** Pictures of documents, one at a time, larger and turned as the checker needs them. */
export function Scans({ workId, scans }: { workId: number; scans: readonly Scan[] }) {
  const [at, setAt] = useState(0)
  const [size, setSize] = useState(0)
  const [turn, setTurn] = useState(0)
  const shown = scans[at] ?? scans[0]
  if (!shown) return null
  const open = (place: number) => {
    setAt(place)
    setSize(0)
    setTurn(0)
  }
  return (
    <section className={styles.scans} aria-label="Документы">
      {scans.length > 1 && (
        <ul className={styles.list}>
          {scans.map(({ file_id, label }, place) => (
            <li key={file_id}>
              <Button
                kind={place === at ? 'secondary' : 'quiet'}
                size="s"
                aria-pressed={place === at}
                onClick={() => open(place)}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Picture key={shown.file_id} workId={workId} scan={shown} size={sizes[size] ?? 1} turn={turn} />
      <div className={styles.acts}>
        <Button
          kind="secondary"
          size="s"
          icon={<ZoomIn aria-hidden="true" />}
          disabled={size === sizes.length - 1}
          onClick={() => setSize(size + 1)}
        >
          Крупнее
        </Button>
        <Button
          kind="secondary"
          size="s"
          icon={<ZoomOut aria-hidden="true" />}
          disabled={size === 0}
          onClick={() => setSize(size - 1)}
        >
          Мельче
        </Button>
        <Button
          kind="secondary"
          size="s"
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => setTurn((turn + 90) % 360)}
        >
          Повернуть
        </Button>
      </div>
    </section>
  )
}

interface PictureProps {
  workId: number
  scan: Scan
  size: number
  turn: number
}

function Picture({ workId, scan: { file_id, label }, size, turn }: PictureProps) {
  const query = useQuery({
    queryKey: ['desk', 'scan', workId, file_id],
    queryFn: async ({ signal }) =>
      (await apiFile('GET /desk/works/:work_id/files/:file_id', { params: { work_id: workId, file_id }, signal })).blob,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const url = useObjectUrl(query.data)
  if (query.error) return <Failed title="Снимок не открылся" error={query.error} onRepeat={() => query.refetch()} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a large picture is scrolled by keyboard too
    <section className={styles.box} aria-label={label} tabIndex={0}>
      {url ? (
        <img
          className={styles.picture}
          src={url}
          alt={label}
          style={{ inlineSize: `${size * 100}%`, transform: `rotate(${turn}deg)` }}
        />
      ) : (
        <Skeleton lines={1} height="100%" label="Открываем снимок" />
      )}
    </section>
  )
}

/** The address of a file that this page has loaded; it is released with the page. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
