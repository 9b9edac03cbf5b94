import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useRef } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import styles from './ChooseTracks.module.css'

interface TrackOrderProps {
  codes: readonly string[]
  titleOf: (code: string) => string
  onChange: (codes: string[]) => void
}

/** The named tracks in the person's order, which buttons change: by mouse, finger and keyboard alike. */
export function TrackOrder({ codes, titleOf, onChange }: TrackOrderProps) {
  const title = useRef<HTMLHeadingElement>(null)

  function move(place: number, by: 1 | -1): void {
    const next = [...codes]
    const [moved] = next.splice(place, 1)
    if (moved === undefined) return
    next.splice(place + by, 0, moved)
    onChange(next)
    // The row moves, and the focus must move with it.
    const last = place + by === (by === 1 ? codes.length - 1 : 0)
    const button = `track-${moved}-${(by === 1) === last ? 'up' : 'down'}`
    requestAnimationFrame(() => document.getElementById(button)?.focus())
  }

  function remove(code: string): void {
    onChange(codes.filter((each) => each !== code))
    title.current?.focus()
  }

  return (
    <section className={styles.section}>
      <Heading level={2} ref={title} tabIndex={-1} className={styles.title ?? ''}>
        Ваш порядок
      </Heading>
      {codes.length === 0 && <p className={styles.quiet}>Пока ничего. Выберите треки ниже.</p>}
      <ol className={styles.order}>
        {codes.map((code, place) => (
          <Card as="li" key={code} className={styles.row}>
            <span className={styles.place}>{place + 1}</span>
            <strong>{titleOf(code)}</strong>
            <span className={styles.moves}>
              <Button
                id={`track-${code}-up`}
                kind="quiet"
                size="s"
                disabled={place === 0}
                aria-label={`Поставить выше: ${titleOf(code)}`}
                icon={<ArrowUp aria-hidden="true" />}
                onClick={() => move(place, -1)}
              />
              <Button
                id={`track-${code}-down`}
                kind="quiet"
                size="s"
                disabled={place === codes.length - 1}
                aria-label={`Поставить ниже: ${titleOf(code)}`}
                icon={<ArrowDown aria-hidden="true" />}
                onClick={() => move(place, 1)}
              />
              <Button kind="quiet" size="s" aria-label={`Убрать: ${titleOf(code)}`} onClick={() => remove(code)}>
                Убрать
              </Button>
            </span>
          </Card>
        ))}
      </ol>
    </section>
  )
}
