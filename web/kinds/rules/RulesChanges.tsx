import { numbered } from '#shared/platform/text/unbroken.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { changesOnly, lineDiff } from './line-diff.ts'
import styles from './RulesScreen.module.css'

interface RulesChangesProps {
  before: { version: number; text: string }
  after: { version: number; text: string }
  open: boolean
}

/** What the new version removed and added, marked by words as well as by colour. */
export function RulesChanges({ before, after, open }: RulesChangesProps) {
  const lines = changesOnly(lineDiff(before.text, after.text))
  const changed = lines.filter(({ change }) => change === 'added' || change === 'removed').length
  return (
    <Disclosure
      className={styles.changes}
      open={open}
      says={`Что изменилось по сравнению с редакцией ${numbered(before.version)}: ${changed === 0 ? 'ничего' : counted(changed, 'строка', 'строки', 'строк')}`}
    >
      <div className={styles.diff}>
        {lines.map((line, number) =>
          line.change === 'skipped' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change while they are shown
            <p key={number} className={styles.skipped}>
              … без изменений: {line.count} {plural(line.count, 'строка', 'строки', 'строк')}
            </p>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change while they are shown
            <p key={number} data-change={line.change}>
              {line.change === 'added' && <VisuallyHidden>Добавлено: </VisuallyHidden>}
              {line.change === 'removed' && <VisuallyHidden>Убрано: </VisuallyHidden>}
              {line.change === 'added' ? (
                <ins>{plain(line.text)}</ins>
              ) : line.change === 'removed' ? (
                <del>{plain(line.text)}</del>
              ) : (
                plain(line.text)
              )}
            </p>
          ),
        )}
      </div>
    </Disclosure>
  )
}

const plain = (line: string) => line.replace(/^## /, '')
