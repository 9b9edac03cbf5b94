import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { words } from '#web/platform/ui/words.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { pairQuery } from './queries.ts'
import styles from './Similarity.module.css'
import { sideInWords } from './side-in-words.ts'

interface PairDialogProps {
  place: StagePanelProps
  pair: number
  onClose: () => void
}

/** Two works beside each other, with the passages in common marked. */
export function PairDialog({ place, pair, onClose }: PairDialogProps) {
  const query = useQuery(pairQuery(place, pair))
  return (
    <Dialog
      title="Две похожие работы"
      isOpen
      size="l"
      onClose={onClose}
      actions={
        <Button kind="secondary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <QueryStates of={[query]} loading="Сравниваем работы…" failed="Работы не загрузились" lines={8} level={3}>
        {({ percent, sides }) => (
          <>
            <p>Общие места отмечены. Совпадает {percent} % более короткого текста.</p>
            <div className={styles.sides}>
              {sides.map((side) => (
                <section key={side.work_id} className={styles.side}>
                  <Heading level={3} size={4}>
                    {sideInWords(side)}
                  </Heading>
                  {!side.readable && <p>Текст видят организаторы того конкурса.</p>}
                  {side.passages.map(({ label, pieces }) => (
                    <div key={label}>
                      <p className={styles.quiet}>{label}</p>
                      <p className={styles.text}>
                        {pieces.map(({ text, shared }, at) =>
                          shared ? (
                            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
                            <mark key={at} className={styles.shared}>
                              <VisuallyHidden>совпадает: </VisuallyHidden>
                              {text}
                            </mark>
                          ) : (
                            text
                          ),
                        )}
                      </p>
                    </div>
                  ))}
                </section>
              ))}
            </div>
          </>
        )}
      </QueryStates>
    </Dialog>
  )
}
