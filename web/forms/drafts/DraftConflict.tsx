import { useState } from 'react'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from './DraftConflict.module.css'
import { differentLines } from './different-lines.ts'
import type { DraftData, DraftState } from './draft-keeper.ts'

interface DraftConflictProps {
  conflict: DraftState['conflict']
  /** The answer in words. */
  inWords: (data: DraftData) => readonly ReadableLine[]
  onChoose: (which: 'mine' | 'theirs') => void
}

/**
 * Two versions of a draft side by side; the person chooses one of them. When closed without a choice, it stays as a
 * notice.
 */
export function DraftConflict({ conflict, inWords, onChoose }: DraftConflictProps) {
  const [putOff, setPutOff] = useState(false)
  if (!conflict) return null
  if (putOff) {
    return (
      <Notice
        tone="warning"
        title="Черновик изменён на другом устройстве"
        actions={
          <Button size="s" onClick={() => setPutOff(false)}>
            Сравнить варианты
          </Button>
        }
      >
        Пока вы не выберете вариант, правки остаются только в этом браузере.
      </Notice>
    )
  }
  function choose(which: 'mine' | 'theirs') {
    setPutOff(false)
    onChoose(which)
  }
  const lines = differentLines(inWords(conflict.mine), inWords(conflict.theirs))
  return (
    <Dialog
      title="Черновик изменён на другом устройстве"
      isOpen
      onClose={() => setPutOff(true)}
      size="l"
      role="alertdialog"
      actions={
        <>
          <Button onClick={() => choose('mine')}>Оставить текст с этой страницы</Button>
          <Button kind="secondary" onClick={() => choose('theirs')}>
            Взять сохранённый текст
          </Button>
        </>
      }
    >
      <p>Сравните оба варианта и выберите, с каким продолжить. Показаны только ответы, которые различаются.</p>
      {lines.length === 0 && <p>В ответах, которые сейчас видны, различий нет.</p>}
      <dl className={styles.lines}>
        {lines.map(({ label, mine, theirs }) => (
          <div key={label} className={styles.line}>
            <dt>{label}</dt>
            <dd>
              <Heading level={3} size={4}>
                На этой странице
              </Heading>
              <p>{mine || 'Пусто'}</p>
            </dd>
            <dd>
              <Heading level={3} size={4}>
                Сохранено{conflict.theirsAt ? <Moments text={` ${showDateTime(conflict.theirsAt)}`} /> : ''}
              </Heading>
              <p>{theirs || 'Пусто'}</p>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
