import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { countedWords } from '#shared/platform/text/count-words.ts'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { ReviewProps } from './kind.ts'
import { revisionQuery, revisionsQuery } from './queries.ts'
import styles from './WorkTools.module.css'

type Data = Record<string, unknown>

interface RevisionsDialogProps {
  stageId: number
  inWords: (data: Data) => readonly ReadableLine[]
  Review: ComponentType<ReviewProps>
  onRestore: (data: Data) => void
  onClose: () => void
}

/** Earlier revisions of the draft by time. The selected one can be read and restored. */
export function RevisionsDialog({ stageId, inWords, Review, onRestore, onClose }: RevisionsDialogProps) {
  const list = useQuery(revisionsQuery(stageId))
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = useQuery({ ...revisionQuery(stageId, chosen ?? 0), enabled: chosen !== null })
  return (
    <Dialog title="Прежние редакции" isOpen size="l" onClose={onClose}>
      <QueryStates of={[list]} loading="Загружаем редакции…" failed="Редакции не загрузились" lines={6} level={3}>
        {(revisions) =>
          revisions.length === 0 ? (
            <p>Прежних редакций пока нет: они появятся, когда вы измените сохранённый текст.</p>
          ) : (
            <div className={styles.revisions}>
              <ol className={styles.list} aria-label="Редакции, новые сверху">
                {revisions.map(({ revision, saved_at, words }, place) => (
                  <li key={revision}>
                    <button
                      type="button"
                      className={styles.revision}
                      aria-pressed={revision === chosen}
                      onClick={() => setChosen(revision)}
                    >
                      {momentOf(saved_at)}{' '}
                      <span className={styles.length}>
                        {countedWords(words)}
                        {place === 0 && ', последняя'}
                      </span>
                    </button>
                  </li>
                ))}
              </ol>
              <div className={styles.text} aria-live="polite">
                {chosen === null ? (
                  <p>Выберите время, чтобы прочитать текст. Нынешний не пропадёт, даже если вы вернёте прежний.</p>
                ) : (
                  <QueryStates of={[shown]} loading="Загружаем текст…" failed="Текст не загрузился" level={3}>
                    {({ data }) => (
                      <>
                        <p>
                          <Button size="s" onClick={() => onRestore(data)}>
                            Вернуть этот текст
                          </Button>
                        </p>
                        <Review lines={inWords(data)} />
                      </>
                    )}
                  </QueryStates>
                )}
              </div>
            </div>
          )
        }
      </QueryStates>
    </Dialog>
  )
}

const clock = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'medium', timeZone: 'Europe/Moscow' })

/** With seconds, because a draft is saved several times a minute. */
function momentOf(wire: string): string {
  const at = parseWire(wire)
  if (!at) return wire
  const day = showDate(at)
  return `${day === showDate(new Date()) ? 'Сегодня' : day}, ${clock.format(at)}`
}
