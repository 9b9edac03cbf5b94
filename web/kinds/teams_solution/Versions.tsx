import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { useEffect, useRef, useState } from 'react'
import { versionsPage } from '#shared/kinds/teams_solution/limits.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { useListHere } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { type Version, versionQuery, versionsQuery } from './queries.ts'
import styles from './TeamsSolution.module.css'
import { wordDifference } from './word-difference.ts'

/** Who has changed what, and when; the texts before and after are shown as one. */
export function Versions({ stageId, revision }: { stageId: number; revision: number }) {
  const [open, setOpen] = useState(false)
  if (revision === 0) return null
  return (
    <div>
      <Button kind="secondary" size="s" icon={<History aria-hidden="true" />} onClick={() => setOpen(true)}>
        История правок
      </Button>
      {open && <VersionsDialog stageId={stageId} onClose={() => setOpen(false)} />}
    </div>
  )
}

function VersionsDialog({ stageId, onClose }: { stageId: number; onClose: () => void }) {
  const pages = useListHere({})
  const [chosen, setChosen] = useState<Version | null>(null)
  const list = useQuery(versionsQuery(stageId, pages.asked.page))
  return (
    <Dialog title="История правок" isOpen size="l" onClose={onClose}>
      <QueryStates of={[list]} loading="Загружаем правки…" failed="Правки не загрузились" lines={6} level={3}>
        {() => (
          <div className={styles.versions}>
            <PagedList of={list} list={pages} size={versionsPage} label="Страницы правок">
              {({ versions }) => (
                <ol className={styles.versionList} aria-label="Правки, новые сверху">
                  {versions.map((version) => (
                    <li key={version.id}>
                      <button
                        type="button"
                        className={styles.version}
                        aria-pressed={version.id === chosen?.id}
                        onClick={() => setChosen(version)}
                      >
                        {version.title}
                        <span className={styles.quiet}>
                          <bdi>{version.name}</bdi>, {momentOf(version.saved_at)}
                        </span>
                      </button>
                    </li>
                  ))}
                </ol>
              )}
            </PagedList>
            <div aria-live="polite">
              {chosen ? (
                <Difference key={chosen.id} stageId={stageId} version={chosen} />
              ) : (
                <p>Выберите правку, чтобы увидеть, что в ней добавили и что убрали.</p>
              )}
            </div>
          </div>
        )}
      </QueryStates>
    </Dialog>
  )
}

function Difference({ stageId, version }: { stageId: number; version: Version }) {
  const read = useQuery(versionQuery(stageId, version.id))
  const shown = useRef<HTMLParagraphElement>(null)
  // On a narrow page the text is below the list.
  const arrived = read.data !== undefined
  useEffect(() => {
    if (arrived) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [arrived])
  return (
    <QueryStates of={[read]} loading="Загружаем правку…" failed="Правка не загрузилась" lines={4} level={3}>
      {({ before, after }) => (
        <p ref={shown} className={styles.text}>
          {wordDifference(before, after).map(({ kind, text }, at) =>
            kind === 'same' ? (
              text
            ) : kind === 'added' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
              <ins key={at}>{text}</ins>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <del key={at}>{text}</del>
            ),
          )}
        </p>
      )}
    </QueryStates>
  )
}

function momentOf(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}
