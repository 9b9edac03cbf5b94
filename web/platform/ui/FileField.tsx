import FileText from 'lucide-react/icons/file-text'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { type ChangeEvent, useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { inUnits } from '#shared/platform/text/unbroken.ts'
import fieldStyles from './Field.module.css'
import { controlProps, FieldMessage, type FieldProps, fieldId, Hint, Optional } from './Field.tsx'
import styles from './FileField.module.css'
import { Picture } from './Picture.tsx'
import { ProgressBar } from './ProgressBar.tsx'

export type ChosenFile = {
  id: string
  name: string
  /** In bytes. */
  size?: number
  /** The address of the file; for a picture also its preview. */
  url?: string
  isPicture?: boolean
  /** 0 to 1 during the upload. */
  progress?: number | undefined
  /** What happens to it now: «Отправлено 12 из 40 МБ». */
  words?: string | undefined
  error?: string
}

type FileFieldProps = Omit<FieldProps<readonly ChosenFile[]>, 'onChange' | 'autoComplete'> & {
  /** Called with new files. Check and upload them, then pass them back in `value`. */
  onAdd: (files: File[]) => void
  onRemove: (id: string) => void
  /** For the input's `accept`: `.pdf,.docx`. */
  accept?: string
  /** Shown before choosing: «PDF или DOCX, до 10 МБ». */
  limits: string
  multiple?: boolean
}

export function FileField(props: FileFieldProps) {
  const { label, name, value, onAdd, onRemove, onBlur, error, hint, required = true, accept, limits, multiple } = props
  const id = props.id ?? fieldId(name)
  const locked = props.disabled || props.readOnly
  const [over, setOver] = useState(false)
  function add(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    if (files.length) onAdd(files)
  }
  const { readOnly: _, ...attributes } = controlProps({ ...props, id, hint: true })
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
        {!required && <Optional />}
      </label>
      <Hint id={id}>
        {hint} {limits}
      </Hint>
      {value.length > 0 && (
        <ul className={styles.files}>
          {value.map((file) => (
            <li key={file.id} className={styles.file} data-failed={file.error ? '' : undefined}>
              {file.isPicture && file.url ? (
                <Picture
                  className={styles.preview}
                  src={file.url}
                  alt={`Загруженное изображение ${quoted(file.name)}`}
                />
              ) : (
                <FileText className={styles.icon} aria-hidden="true" />
              )}
              <div className={styles.about}>
                {file.url ? <a href={file.url}>{file.name}</a> : <span>{file.name}</span>}
                {file.size !== undefined && !isSent(file) && <span className={styles.size}>{fileSize(file.size)}</span>}
                {file.words && <span className={styles.size}>{file.words}</span>}
                {isSent(file) && (
                  <ProgressBar
                    label={`Отправляем ${quoted(file.name)}`}
                    value={(file.progress ?? 0) * 100}
                    hideLabel
                    announced
                  />
                )}
                <FieldMessage id={`${id}-${file.id}`} error={file.error} />
              </div>
              {!locked && (
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={`${isSent(file) ? 'Отменить загрузку файла' : 'Убрать файл'} ${quoted(file.name)}`}
                  onClick={() => onRemove(file.id)}
                >
                  <X aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!locked && (multiple || value.every((file) => file.error)) && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same as dropping files
        <div
          className={styles.drop}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            const files = [...event.dataTransfer.files]
            if (files.length) onAdd(multiple ? files : files.slice(0, 1))
          }}
        >
          <input
            {...attributes}
            className={styles.input}
            type="file"
            accept={accept}
            multiple={multiple}
            onBlur={onBlur}
            onChange={add}
          />
          <span className={styles.button} aria-hidden="true">
            <Upload /> {multiple ? 'Выбрать файлы' : 'Выбрать файл'}
          </span>
          <span className={styles.or} aria-hidden="true">
            или перетащите сюда
          </span>
        </div>
      )}
      <FieldMessage id={id} error={error} />
    </div>
  )
}

const isSent = ({ progress, error }: ChosenFile) => progress !== undefined && progress < 1 && !error

export function fileSize(bytes: number) {
  if (bytes < 1024) return inUnits(bytes, 'Б')
  const [amount, unit]: [number, string] = bytes < 1024 * 1024 ? [bytes / 1024, 'КБ'] : [bytes / 1024 / 1024, 'МБ']
  return inUnits(amount.toLocaleString('ru-RU', { maximumFractionDigits: amount < 10 ? 1 : 0 }), unit)
}
