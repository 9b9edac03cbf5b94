import { useMutation } from '@tanstack/react-query'
import type { Row } from '#shared/kinds/test/question-row.ts'
import { inUnits } from '#shared/platform/text/unbroken.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FileField } from '#web/platform/ui/FileField.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './TestPanel.module.css'

interface QuestionFieldsProps {
  /** A prefix for the fields: a case has several of each. */
  name: string
  row: Row
  kinds: readonly string[]
  maxBytes: number
  onChange: (change: Partial<Row>) => void
}

const optionHints: Record<string, string> = {
  'один вариант': 'Каждый с новой строки.',
  'несколько вариантов': 'Каждый с новой строки.',
  порядок: 'Каждый элемент с новой строки.',
  соответствие: 'Каждая пара с новой строки: «слева => справа». Лишнее справа: «=> текст».',
}
const keyHints: Record<string, string> = {
  'один вариант': 'Номер верного варианта.',
  'несколько вариантов': 'Номера верных через «|»: 1|3.',
  порядок: 'Номера элементов в верном порядке через «|»: 3|1|2. Пусто: как записаны.',
  число: 'Верное число.',
  'краткий ответ': 'Верные ответы, каждый с новой строки. Регистр, «ё» и лишние пробелы не важны.',
}

/** The fields of one question with one answer, by its kind. */
export function QuestionFields({ name, row, kinds, maxBytes, onChange }: QuestionFieldsProps) {
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append('file', file, file.name)
      return api('POST /user/files', { query: { purpose: 'image' }, body })
    },
    onSuccess: ({ file_id }) => onChange({ Картинка: file_id }),
  })
  const optionHint = optionHints[row.Вид]
  const keyHint = keyHints[row.Вид]
  const partly = ['несколько вариантов', 'порядок', 'соответствие'].includes(row.Вид)
  const picture = upload.isPending
    ? [{ id: 'picture', name: upload.variables?.name ?? '', progress: 0.5 }]
    : row.Картинка
      ? [{ id: 'picture', name: upload.data?.name ?? 'Картинка вопроса' }]
      : []
  return (
    <>
      <Select
        label="Вид"
        name={`${name}-kind`}
        value={row.Вид}
        options={kinds.map((kind) => ({ value: kind, label: kind }))}
        onChange={(kind) => onChange({ Вид: kind })}
      />
      <TextArea
        label="Текст"
        name={`${name}-text`}
        hint="Формулы пишут между знаками «$»: $x^2$."
        value={row.Текст}
        onChange={(text) => onChange({ Текст: text })}
      />
      {optionHint && (
        <TextArea
          label="Варианты"
          name={`${name}-options`}
          hint={optionHint}
          value={row.Варианты}
          onChange={(text) => onChange({ Варианты: text })}
        />
      )}
      {row.Вид === 'краткий ответ' ? (
        <TextArea
          label="Ключ"
          name={`${name}-key`}
          hint={keyHint}
          value={row.Ключ}
          onChange={(text) => onChange({ Ключ: text })}
        />
      ) : (
        keyHint && (
          <TextField
            label="Ключ"
            name={`${name}-key`}
            hint={keyHint}
            value={row.Ключ}
            onChange={(text) => onChange({ Ключ: text })}
          />
        )
      )}
      {row.Вид === 'число' && (
        <div className={styles.row}>
          <TextField
            label="Допуск"
            name={`${name}-tolerance`}
            required={false}
            value={row.Допуск}
            onChange={(text) => onChange({ Допуск: text })}
          />
          <TextField
            label="Единица"
            name={`${name}-unit`}
            required={false}
            value={row.Единица}
            onChange={(text) => onChange({ Единица: text })}
          />
        </div>
      )}
      {partly && (
        <Checkbox
          name={`${name}-partial`}
          label="Часть верного ответа даёт часть баллов"
          setting
          value={row.Частично === 'да'}
          onChange={(on) => onChange({ Частично: on ? 'да' : 'нет' })}
        />
      )}
      <FileField
        name={`${name}-picture`}
        label="Картинка"
        limits={`JPEG, PNG или WebP, до ${inUnits(Math.floor(maxBytes / 1024 / 1024), 'МБ')}.`}
        accept=".jpg,.jpeg,.png,.webp"
        required={false}
        value={picture}
        error={upload.error ? failureText(upload.error) : null}
        onAdd={([file]) => file && upload.mutate(file)}
        onRemove={() => onChange({ Картинка: '', 'Описание картинки': '' })}
      />
      {row.Картинка !== '' && (
        <TextField
          label="Что на картинке, для тех, кто её не видит"
          name={`${name}-picture-words`}
          value={row['Описание картинки']}
          onChange={(text) => onChange({ 'Описание картинки': text })}
        />
      )}
    </>
  )
}
