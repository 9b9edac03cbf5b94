import { useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { freeName } from '#shared/seasons/forms/edit-form.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FileField } from '#web/platform/ui/FileField.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { words } from '#web/platform/ui/words.ts'
import styles from './FormBuilder.module.css'
import { type KnownDictionary, useDictionaryUpload } from './queries.ts'

interface DictionariesDialogProps {
  competition: string
  known: readonly KnownDictionary[]
  onClose: () => void
}

/** The dictionaries of the competition. A new one, or a new edition of one, is loaded from a table. */
export function DictionariesDialog({ competition, known, onClose }: DictionariesDialogProps) {
  const upload = useDictionaryUpload(competition)
  const own = known.filter((each) => each.own)
  const [chosen, setChosen] = useState('')
  const [title, setTitle] = useState('')
  const [missing, setMissing] = useState(false)
  const old = own.find(({ id }) => id === chosen)
  function send(file: File | undefined) {
    if (!file) return
    const words = old?.value ?? title.trim()
    setMissing(words === '')
    if (words === '') return
    const dict = old?.id ?? freeName(words, new Set(known.map(({ id }) => id)))
    upload.mutate(
      { dict, title: words, file },
      {
        onSuccess: () => {
          setChosen(dict)
          setTitle('')
        },
      },
    )
  }
  const done = upload.data && known.find(({ id }) => id === upload.variables?.dict)
  return (
    <Dialog
      title="Справочники конкурса"
      isOpen
      onClose={onClose}
      actions={
        <Button kind="secondary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <div className={styles.questions}>
        {own.length === 0 ? (
          <p className={styles.quiet}>
            Своих справочников пока нет. Справочники портала (регионы, города и другие) доступны и так.
          </p>
        ) : (
          <>
            <ul className={styles.list}>
              {own.map(({ id, value, items }) => (
                <li key={id}>
                  {value} <span className={styles.quiet}>({counted(items, 'строка', 'строки', 'строк')})</span>
                </li>
              ))}
            </ul>
            <Select
              label="Какой загрузить"
              name="dictionary-chosen"
              value={chosen}
              onChange={(value) => setChosen(value)}
              options={[
                { value: '', label: 'Новый' },
                ...own.map(({ id, value }) => ({ value: id, label: `Заново: ${value}` })),
              ]}
            />
          </>
        )}
        {!old && (
          <TextField
            label="Название"
            name="dictionary-title"
            value={title}
            onChange={(value) => {
              setTitle(value)
              setMissing(false)
            }}
            error={missing ? 'Сначала назовите справочник' : null}
            required
          />
        )}
        <FileField
          name="dictionary-table"
          label="Таблица"
          hint="Столбцы «Код» и «Значение», по строке на ответ. Чего в новой таблице нет, больше не предлагается, но остаётся в данных ответах."
          limits="XLSX или CSV, до 4 МБ."
          accept=".xlsx,.csv"
          value={upload.isPending ? [{ id: 'table', name: upload.variables?.file.name ?? '', progress: 0.5 }] : []}
          onAdd={([file]) => send(file)}
          onRemove={() => {}}
          disabled={upload.isPending}
        />
        {upload.isSuccess && done && (
          <Notice tone="success" role="status">
            Справочник «{done.value}» загружен: {counted(done.items, 'строка', 'строки', 'строк')}
          </Notice>
        )}
        {upload.error && (
          <Notice tone="danger" role="alert" title={failureText(upload.error)}>
            {isFailure(upload.error) && Object.keys(upload.error.fields).length > 0 && (
              <ul className={styles.list}>
                {Object.entries(upload.error.fields).map(([row, { message }]) => (
                  <li key={row}>
                    {row}: {message}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
