import Eye from 'lucide-react/icons/eye'
import History from 'lucide-react/icons/history'
import { type ComponentType, useState } from 'react'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import type { DraftKeeper } from '#web/forms/drafts/draft-keeper.ts'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import type { ReviewProps } from './kind.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { RevisionsDialog } from './RevisionsDialog.tsx'

interface WorkToolsProps {
  stageId: number
  store: FormStore
  keeper: DraftKeeper
  Review: ComponentType<ReviewProps>
}

/** Buttons for the preview and for earlier revisions. */
export function WorkTools({ stageId, store, keeper, Review }: WorkToolsProps) {
  const [open, setOpen] = useState<'revisions' | 'preview' | null>(null)
  const [opening, setOpening] = useState<'revisions' | 'preview' | null>(null)

  // Both show what the server has, so the latest text is saved first.
  async function show(which: 'revisions' | 'preview'): Promise<void> {
    setOpening(which)
    await keeper.flush()
    setOpening(null)
    setOpen(which)
  }

  function restore(data: Record<string, unknown>): void {
    store.replace(data)
    keeper.change({ ...data })
    setOpen(null)
    showBanner('Текст восстановлен. Тот, что был до него, остался среди редакций', 'success')
  }

  return (
    <>
      <Button
        kind="secondary"
        size="s"
        icon={<Eye aria-hidden="true" />}
        pending={opening === 'preview'}
        onClick={() => void show('preview')}
      >
        Как увидит эксперт
      </Button>
      <Button
        kind="secondary"
        size="s"
        icon={<History aria-hidden="true" />}
        pending={opening === 'revisions'}
        onClick={() => void show('revisions')}
      >
        Прежние редакции
      </Button>
      {open === 'preview' && <PreviewDialog stageId={stageId} Review={Review} onClose={() => setOpen(null)} />}
      {open === 'revisions' && (
        <RevisionsDialog
          stageId={stageId}
          inWords={(data) => humanReadable(store.schema, data, store.dictionaries)}
          Review={Review}
          onRestore={restore}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
