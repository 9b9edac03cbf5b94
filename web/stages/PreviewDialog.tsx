import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { AuthorHints } from './AuthorHints.tsx'
import type { ReviewProps } from './kind.ts'
import { previewQuery } from './queries.ts'
import styles from './WorkTools.module.css'

interface PreviewDialogProps {
  stageId: number
  Review: ComponentType<ReviewProps>
  onClose: () => void
}

/** The saved draft as an assessor would see it; without names where they must not know the author. */
export function PreviewDialog({ stageId, Review, onClose }: PreviewDialogProps) {
  const preview = useQuery(previewQuery(stageId))
  return (
    <Dialog
      title="Так работу увидит эксперт"
      isOpen
      size="l"
      onClose={onClose}
      actions={
        <Button kind="secondary" onClick={onClose}>
          Вернуться к правке
        </Button>
      }
    >
      <QueryStates
        of={[preview]}
        loading="Готовим предпросмотр…"
        failed="Предпросмотр не загрузился"
        lines={6}
        level={3}
      >
        {({ blind, lines, hints, personal }) => (
          <div className={styles.preview}>
            <p>{blind ? 'Имени автора эксперты не видят.' : 'Эксперты видят имя автора.'}</p>
            <AuthorHints hints={hints} personal={personal} />
            {lines.length === 0 ? <p>Пока здесь пусто: напишите текст.</p> : <Review lines={lines} />}
          </div>
        )}
      </QueryStates>
    </Dialog>
  )
}
