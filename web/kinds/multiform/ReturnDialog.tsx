import { textOf } from '#shared/forms/fields/field.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { maxWords } from '#shared/review/checking/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { words } from '#web/platform/ui/words.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MultiformPanel.module.css'
import { type People, useReturn } from './panel-queries.ts'

interface ReturnDialogProps {
  place: StagePanelProps
  parts: People['parts']
  people: number[]
  onClose: (done: boolean) => void
}

/** Returns one part of several people, each with the same reason. */
export function ReturnDialog({ place, parts, people, onClose }: ReturnDialogProps) {
  const returning = useReturn(place)
  const done = returning.data
  const title = 'Вернуть часть на доработку'
  if (done)
    return (
      <Dialog
        title={title}
        isOpen
        onClose={() => onClose(true)}
        actions={<Button onClick={() => onClose(true)}>{words.close}</Button>}
      >
        <Notice
          tone={done.skipped.length > 0 ? 'warning' : 'success'}
          role="status"
          title={`Возвращено: ${counted(done.returned, 'работа', 'работы', 'работ')}`}
        >
          {done.absent > 0 && <p>Эту часть не сдавали: {counted(done.absent, 'человек', 'человека', 'человек')}.</p>}
          <ul className={styles.skipped}>
            {done.skipped.map(({ test_id, name, why }) => (
              <li key={test_id}>
                <bdi>{name}</bdi>: {why}
              </li>
            ))}
          </ul>
        </Notice>
      </Dialog>
    )
  const form = formOf(
    {
      name: 'part',
      label: 'Часть',
      view: 'select',
      options: parts.map(({ code, title }) => ({ id: code, value: title })),
      validation_rules: { required: true },
      custom_errors: { required: 'Выберите часть' },
    },
    reasonField('Участник прочитает это слово в слово.', maxWords, {
      label: 'Что исправить',
      required: 'Напишите, что исправить',
    }),
  )
  return (
    <FormDialog
      title={title}
      act="Вернуть"
      form={form}
      send={async ({ part, reason }) => {
        await returning.mutateAsync({ part: textOf(part), people, reason: textOf(reason) })
        return false
      }}
      onClose={() => onClose(false)}
    >
      <p>
        Откроется только эта часть, остальные останутся сданными. Выбрано:{' '}
        {counted(people.length, 'человек', 'человека', 'человек')}. Принятую часть тоже придётся сдать заново.
      </p>
    </FormDialog>
  )
}
